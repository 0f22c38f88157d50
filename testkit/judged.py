"""A match of bots, judged once for all tests of a process."""

from functools import cache

import perudo
from perudo.coach.judging import Analysis, analyse
from perudo.records.record import Record
from perudo.records.replay import read_record


@cache
def some_match() -> tuple[Record, Analysis]:
    """Return a match of four in which bluffs pass, are caught, and turn out to be true."""
    bots = ["liar", "bold", "easy", "hard"]
    game = perudo.play_match(bots, seed=2, edition="asmodee-2009", options=["calza"])
    record = read_record(game.record().encode())
    return record, analyse(record)
