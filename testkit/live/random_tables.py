"""Random live tables, and versions of them that differ only in what a seat must not know."""

from collections.abc import Iterator
from random import Random

from perudo.engine.actions import CALZA, Seat
from perudo.engine.editions import EDITIONS
from perudo.engine.match import Match
from perudo.engine.play import turn_of
from perudo.engine.refusals import IllegalAction
from perudo.table.live.commands import (
    Act,
    Back,
    Command,
    Credit,
    MakePledge,
    Mute,
    React,
    Readmit,
    Ready,
    Remark,
    Rematch,
    Resign,
    Restore,
    Say,
    SeatBot,
    Sit,
    Skip,
    Stand,
    StandIn,
    Start,
    TakeHost,
    Tick,
    Unseat,
    WishBots,
)
from perudo.table.live.refusals import TableRefused
from perudo.table.live.settings import COLOURS, Settings
from perudo.table.live.state import Claimant, Hearing, LiveTable
from testkit.live.sandbox import Sandbox

STEPS = 120


def random_settings(random: Random) -> Settings:
    edition = random.choice(list(EDITIONS))
    return Settings(
        edition=edition,
        options=() if edition == "menteur" else ("calza",),
        seats=random.randint(2, 6),
        dice=random.choice([1, 2, 5]),
        turn_seconds=random.choice([None, 5]),
        misses=random.choice([1, 3]),
        hearing_ms=random.choice([0, 400]),
        pace_ms=random.choice([0, 1_000]),
        pause_ms=random.choice([0, 500]),
        lobby=random.random() < 0.15,
    )


def random_command(box: Sandbox) -> tuple[str | None, Command]:
    """Return a random command and who gives it (None: the clockwork), often one to be refused."""
    random, table = box.random, box.table
    player = f"p{random.randrange(table.settings.seats)}"
    seat = random.randrange(-1, 7)
    if random.random() < 0.6 and table.on:
        own = table.seat_of(player)
        action = None if own is None else box.random_action(player)
        if action is not None:
            version = table.version - random.choice([0, 0, 0, 1, 5])
            return player, Act(action, version, box.standing if action is CALZA else None)
        return None, Tick()
    choices: list[tuple[str | None, Command]] = [
        (player, Sit(f"Name {player}", pledge=box.chain(player)[0])),
        (player, Sit(f"Name {player}", colour=random.choice((*COLOURS, "pink")))),
        (player, StandIn(seat, random.choice([None, True, False]))),
        (player, Readmit(f"Name p{random.randrange(table.settings.seats)}")),
        (player, Stand()),
        (player, SeatBot("easy")),
        (player, Unseat(seat)),
        (player, Start(fill=random.choice([None, "easy", "hard"]))),
        ("p0", Start(fill="medium")),
        (player, MakePledge(box.new_chain(player)[0])),
        *([(player, box.link(player))] * 4),
        (player, Ready()),
        (player, Skip()),
        (player, WishBots(random.random() < 0.5)),
        (player, TakeHost(random.choice([None, True, False]))),
        (player, Back()),
        (player, Resign() if random.random() < 0.1 else Ready()),
        (player, Rematch()),
        (player, Say("hello there")),
        (player, React("toucan")),
        (f"o{random.randrange(3)}", Remark(f"Onlooker {random.randrange(3)}", "hm")),
        (player, Mute(seat, muted=True)),
        (None, Tick()),
        (None, Credit(box.now - 100, box.now)),
        (None, Restore() if random.random() < 0.2 else Tick()),
    ]
    return random.choice(choices)


def random_table(seed: int, steps: int = STEPS) -> Sandbox:
    """Return a table with random settings after this many random commands."""
    random = Random(seed)
    box = Sandbox(random_settings(random), seed)
    for _ in range(steps):
        box.now += random.choice([0, 1, 300, 2_000, 6_000])
        try:
            box.do(*random_command(box))
        except (IllegalAction, TableRefused):
            continue
    return box


def indistinguishable_tables(
    table: LiveTable, random: Random
) -> Iterator[tuple[Seat | None, LiveTable]]:
    """Yield an onlooker (None) and every seat, each with a table they cannot tell from this one.

    In it the dice of all others, the secret, and the calza claims of others are different. Yields
    nothing unless a round is on.
    """
    if table.match is None or table.match.round is None:
        return
    assert table.pledge is not None
    taken = [seat for seat, chair in enumerate(table.chairs) if chair is not None]
    for seat in (None, *taken):
        yield (
            seat,
            table._replace(
                match=_with_other_cups(table.match, seat, random),
                pledge=table.pledge._replace(secret="00" * 32),
                hearing=_with_other_claims(table, seat),
            ),
        )


def _with_other_claims(table: LiveTable, seat: Seat | None) -> Hearing | None:
    """Remove a hearing that this seat does not know of, or add one if there is none."""
    if table.hearing is not None:
        return table.hearing if table.hearing.has(seat) else None
    assert table.match is not None
    turn = turn_of(table.match)
    others = () if turn is None else [s for s in turn.calza if s not in (seat, turn.seat)]
    standing = None if table.match.round is None else table.match.round.standing
    if not others or standing is None:
        return None
    claimant = Claimant(others[0], table.turn_at, bot=False)
    return Hearing(standing, (claimant,), table.turn_at + 10_000)


def _with_other_cups(match: Match, seat: Seat | None, random: Random) -> Match:
    """Return the match with other dice under all cups but this seat's."""
    assert match.round is not None
    assert match.round.cups is not None
    cups = tuple(
        cup if s == seat else tuple(sorted(random.choices(range(1, 7), k=len(cup))))
        for s, cup in enumerate(match.round.cups)
    )
    return match._replace(round=match.round._replace(cups=cups))
