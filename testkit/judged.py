"""Matches of bots for the coach to judge."""

import perudo
from perudo.records.record import Record
from perudo.records.replay import read_record


def bots_match(*bots: str, seed: int = 1, edition: str = "asmodee-2009") -> Record:
    options = ["calza"] if edition != "menteur" else []
    game = perudo.play_match(bots, seed=seed, edition=edition, options=options)
    return read_record(game.record().encode())
