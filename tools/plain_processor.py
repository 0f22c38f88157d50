"""Run Python as on a plain processor: ``python tools/plain_processor.py -m pytest tests/lab``.

Libraries that choose instructions by processor are limited to those that every processor of its
family has: the loops of numba, XLA and NumPy, the matrix products of NumPy's OpenBLAS, and the
powers of the C library. Results then differ in their last digits, as on another machine.
"""

import os
import platform
import sys
from pathlib import Path

import numpy as np

BASIC_PROCESSORS = {"x86_64": "Prescott", "amd64": "Prescott", "aarch64": "ARMV8", "arm64": "ARMV8"}
"""OpenBLAS's name for the most basic processor of a family."""


def plain() -> dict[str, str]:
    """Return the environment variables to add."""
    machine = platform.machine().lower()
    found = np.show_config(mode="dicts")["SIMD Extensions"]["found"]
    settings = {
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        # Numba caches code by processor, but two processes that write to one folder at the same
        # time may load each other's code.
        "NUMBA_CACHE_DIR": str(Path(sys.prefix) / "plain-processor"),
        "NPY_DISABLE_CPU_FEATURES": " ".join(found),
    }
    if machine in BASIC_PROCESSORS:
        settings["OPENBLAS_CORETYPE"] = BASIC_PROCESSORS[machine]
    if machine in ("x86_64", "amd64"):
        flags = os.environ.get("XLA_FLAGS", "")
        settings["XLA_FLAGS"] = f"{flags} --xla_cpu_max_isa=SSE4_2".strip()
        settings["GLIBC_TUNABLES"] = "glibc.cpu.hwcaps=-AVX,-AVX2,-FMA,-FMA4"
    return settings


if __name__ == "__main__":
    os.execve(sys.executable, [sys.executable, *sys.argv[1:]], {**os.environ, **plain()})  # noqa: S606
