"""The run on a plain processor is one, and what must not depend on the processor does not."""

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from perudo.bots.reader import _binomial
from testkit import ROOT

TOOL = ROOT / "tools" / "plain_processor.py"
CHANCES = [part / 1000 for part in range(1000)]

CODE = """
import json, sys
import numpy as np
from numba.core.registry import cpu_target
from perudo.bots.reader import _binomial
numba = cpu_target.target_context.codegen().magic_tuple()
numpy = np.show_config(mode="dicts")["SIMD Extensions"]
chances = [part / 1000 for part in range(1000)]
believed = [_binomial(5, chance) for chance in chances]
json.dump([numba, numpy, believed], sys.stdout)
"""


@pytest.fixture(scope="module")
def plain() -> list[Any]:
    done = subprocess.run([sys.executable, TOOL, "-c", CODE], check=True, stdout=subprocess.PIPE)
    said: list[Any] = json.loads(done.stdout)
    return said


def test_loops_are_compiled_for_no_special_processor(plain: list[Any]) -> None:
    _, name, features = plain[0]
    assert (name, features) == ("generic", "")


def test_numpy_uses_what_every_processor_of_its_family_has(plain: list[Any]) -> None:
    assert not plain[1].get("found")
    assert plain[1]["baseline"] == np.show_config(mode="dicts")["SIMD Extensions"]["baseline"]


def test_the_reader_believes_the_same_on_every_processor(plain: list[Any]) -> None:
    """Its seeds repeat a match anywhere: to the last digit, since it decides by comparing."""
    assert plain[2] == [list(_binomial(5, chance)) for chance in CHANCES]
