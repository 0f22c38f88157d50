"""``tools/plain_processor.py`` works, and exact results do not depend on the processor."""

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from perudo.bots.first_reader import _binomial
from testkit import ROOT

TOOL = ROOT / "tools" / "plain_processor.py"
CHANCES = [part / 1000 for part in range(1000)]

CODE = """
import json, sys
import numpy as np
from numba.core.registry import cpu_target
from perudo.bots.first_reader import _binomial
numba = cpu_target.target_context.codegen().magic_tuple()
numpy = np.show_config(mode="dicts")["SIMD Extensions"]
chances = [part / 1000 for part in range(1000)]
believed = [_binomial(5, chance) for chance in chances]
json.dump([numba, numpy, believed], sys.stdout)
"""


@pytest.fixture(scope="module")
def plain() -> list[Any]:
    done = subprocess.run([sys.executable, TOOL, "-c", CODE], check=True, stdout=subprocess.PIPE)
    output: list[Any] = json.loads(done.stdout)
    return output


def test_loops_are_compiled_for_a_generic_processor(plain: list[Any]) -> None:
    _, name, features = plain[0]
    assert (name, features) == ("generic", "")


def test_numpy_uses_baseline_instructions_only(plain: list[Any]) -> None:
    assert not plain[1].get("found")
    assert plain[1]["baseline"] == np.show_config(mode="dicts")["SIMD Extensions"]["baseline"]


def test_the_reader_bot_is_exact_on_every_processor(plain: list[Any]) -> None:
    """It decides by comparing, so its seeds repeat a match only if every digit is the same."""
    assert plain[2] == [list(_binomial(5, chance)) for chance in CHANCES]
