"""Whole matches played at random whose dice follow from secrets and seeds, as on a server."""

from random import Random

from perudo.engine import chance, play
from perudo.engine.edition import Edition
from perudo.engine.events import Choice, Event
from perudo.engine.match import Match, Phase
from perudo.engine.setup import Setup
from perudo.records import fair
from perudo.records.fair import FairRound
from perudo.records.record import Record
from perudo.records.writing import record_of
from properties.driver import random_action

LABEL = "k3v9x2/1"
SEEDS = ("", "a", "Zz_9-", "0" * 64)
NAMES = ("Ana", "Jean Luc", "3", "🎲", "Eva", "Finn")


def promised(random: Random, seats: int) -> FairRound:
    """The secret, its commitment and what the seats put in."""
    secret = random.randbytes(32)
    seeds = tuple(random.choice(SEEDS) for _ in range(seats))
    return FairRound(fair.commitment(secret), secret, seeds)


def fair_record(rules: Edition, seats: int, seed: int, *, dice: int = 5) -> Record:
    """The record of a match from its first roll to its last die."""
    random = Random(seed)
    rounds = {1: promised(random, seats)}
    match, happened = chance.start_match(Setup(rules, seats, dice))
    events: list[Event] = [*happened]
    roll_offs = 0
    while match.phase is not Phase.OVER:
        if match.phase is Phase.STARTING:
            roll_offs += 1
            match, happened = _start(match, rounds[1], roll_offs)
        elif match.phase is Phase.ROLLING:
            number = len(match.score.past) + 1
            if number > 1:
                rounds[number] = promised(random, seats)
            proof = rounds[number]
            cups = fair.cups(proof.secret, LABEL, number, proof.seeds, match.dice)
            match, happened = chance.deal(match, cups)
        else:
            match, happened = play.apply(match, *random_action(match, random.random))
        events += happened
    return record_of(NAMES[:seats], events, label=LABEL, fair=rounds)


def _start(match: Match, proof: FairRound, roll_off: int) -> tuple[Match, tuple[Event, ...]]:
    seats, dice = match.setup.seats, chance.starter_way(match.setup.rules).dice
    if not dice:
        drawn = fair.draw(proof.secret, LABEL, proof.seeds, seats)
        return chance.name_starter(match, drawn, Choice.DRAWN)
    rolls = [
        fair.start_cup(proof.secret, LABEL, proof.seeds, roll_off, seat, dice)
        if seat in match.score.contenders
        else None
        for seat in range(seats)
    ]
    return chance.roll_for_start(match, rolls)
