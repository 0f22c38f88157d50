"""Records that are nested too deeply, too long, or incomplete."""

import time

import pytest

from perudo.engine import chance
from perudo.engine.events import Choice
from perudo.engine.refusals import IllegalAction, Reason
from perudo.engine.setup import Setup
from perudo.records.problems import RecordFault, RecordProblem
from perudo.records.replay import read_record
from testkit.matches import rules_of

HEAD = "perudo 1\nedition: asmodee-2009\nseats: Ana, Bea\nstarter: random @Ana\n"


def problem_in(data: bytes) -> RecordProblem:
    with pytest.raises(RecordProblem) as raised:
        read_record(data)
    return raised.value


def test_deeply_nested_values_are_refused_and_not_shown() -> None:
    """Whatever the depth: below the parser's limit, or just where only showing it would break."""
    for depth in (10, 900, *range(960, 1000, 2), 5000):
        nested = "[" * depth + "]" * depth
        problem = problem_in(f'{{"perudo":1,"edition":{nested},"seats":["a","b"]}}'.encode())
        assert problem.fault in (RecordFault.VALUE, RecordFault.JSON)


def test_a_record_of_a_million_bytes_is_read_or_refused_at_once() -> None:
    """Reading takes linear time."""
    data = (HEAD + "1. ? | " + "3x4 " * 200_000).encode()
    start = time.process_time()
    assert len(read_record(data).rounds[0].actions) == 200_000
    assert time.process_time() - start < 20


def test_a_starter_is_not_noted_in_the_middle_of_a_roll_off() -> None:
    match, _ = chance.start_match(Setup(rules_of("parker-1994"), 3))
    match, _ = chance.roll_for_start(match, [(6,), (6,), (1,)])
    with pytest.raises(IllegalAction) as raised:
        chance.name_starter(match, 0, Choice.NOTED)
    assert raised.value.refusal.reason is Reason.STARTER_ROLLS_DUE
