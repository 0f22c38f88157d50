"""Start the server as a sample does: with its command, its environment and its user."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from testkit.services import free_port

NO_NEW_CODE = Path(__file__).with_name("no_new_code.py")
NOBODY = 10_001
"""The id of a user who has no name and owns nothing."""
SECONDS = 30


class Running(NamedTuple):
    url: str
    folder: Path
    process: subprocess.Popen[str]

    def stop(self) -> int:
        """Stop the server as systemd and podman do, and return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SECONDS)


def as_nobody(package: Path) -> list[str]:
    """Return the prefix that makes a command run as a user who owns nothing.

    It is empty if that user cannot read the program. Python may be in a folder that only its owner
    can read, so the user is allowed to read every file where the system permits that.
    """
    setpriv = shutil.which("setpriv")
    if os.geteuid() != 0 or setpriv is None:
        return []
    words = [setpriv, f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    may_read = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    look = f"import os; raise SystemExit(not os.access({str(package)!r}, os.R_OK))"
    for command in ([*words, *may_read], words):
        asked = [*command, sys.executable, "-c", look]
        if subprocess.run(asked, capture_output=True, check=False).returncode == 0:
            return command
    return []


@contextmanager
def started(
    command: Sequence[str], environment: Mapping[str, str], state: str, package: Path
) -> Iterator[Running]:
    """Start the server and wait until it is ready.

    ``state`` is the sample's data folder, which is replaced by a new private one. ``package`` is
    where the program is installed.
    """
    folder = Path(tempfile.mkdtemp(prefix="perudo-sample-"))
    given = {name: value.replace(state, str(folder)) for name, value in environment.items()}
    port = free_port()
    given |= {"PERUDO_PORT": str(port), "LANG": "C.UTF-8"}
    nobody = as_nobody(package)
    if nobody:
        os.chown(folder, NOBODY, NOBODY)
    words = [*nobody, sys.executable, str(NO_NEW_CODE), *command]
    process = subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={"PATH": os.environ["PATH"], **given},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if "http://" not in line:
            assert process.stderr is not None
            raise AssertionError(line + process.stderr.read())
        url = f"http://127.0.0.1:{port}"
        httpx.get(f"{url}/readyz", timeout=SECONDS).raise_for_status()
        yield Running(url, folder, process)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
        shutil.rmtree(folder)
