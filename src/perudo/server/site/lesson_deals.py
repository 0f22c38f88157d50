"""Deal the rounds of the lesson: random cups, redrawn until they show what is taught.

What counts, what is legal and who loses a die comes from the engine.
"""

from collections.abc import Sequence
from random import Random

from perudo.engine import chance, play
from perudo.engine.actions import CALZA, DUDO, Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import BOX_DICE, PACO, PLAIN_FACES, Cup, count_face, cup_of
from perudo.engine.edition import Edition
from perudo.engine.events import Showdown
from perudo.engine.house import edition_named, table_rules
from perudo.engine.match import Match
from perudo.engine.position import between_rounds
from perudo.web.defaults import default_options
from perudo.web.lesson_scenes import SEATS, YOU, LastDie, Lesson, Raise, Try

LEFT, RIGHT = 1, 2
"""The neighbours of the learner: the next player and the one before."""
FULL = (BOX_DICE,) * SEATS
GUESSES = 6
ANY_QUANTITY = 4
"""The bidder of a bid that is only counted."""


def taught_rules(key: str) -> Edition:
    """The box with the options that are usual at our tables."""
    return table_rules(key, default_options(edition_named(key)))


def deal_lesson(rules: Edition, random: Random) -> Lesson:
    guess, jokers = _counts(rules, random)
    return Lesson(
        rules=rules,
        guess=guess,
        guesses=_guesses(guess.found, random),
        jokers=jokers,
        raising=_raising(rules, random),
        to_pacos=_to_pacos(rules, random),
        from_pacos=_from_pacos(rules, random),
        dudo=_dudo(rules, random),
        palifico=_palifico(rules, random) if rules.plays_palifico else None,
        calza=_calza(rules, random) if rules.plays_calza else None,
    )


def _shaken(random: Random, dice: Sequence[int]) -> tuple[Cup, ...]:
    return tuple(cup_of(random.randint(1, 6) for _ in range(count)) for count in dice)


def _match(
    rules: Edition,
    cups: tuple[Cup, ...],
    bids: Sequence[tuple[Seat, Bid]],
    palifico: Seat | None = None,
) -> Match:
    """A round with these cups, opened by whoever bids first."""
    dice = [len(cup) for cup in cups]
    before = between_rounds(rules, dice, starter=bids[0][0], palifico=palifico is not None)
    match, _ = chance.deal(before, cups)
    for seat, bid in bids:
        match, _ = play.apply(match, seat, bid)
    return match


def _called(match: Match, seat: Seat, call: Call) -> Showdown:
    _, events = play.apply(match, seat, call)
    return next(event for event in events if isinstance(event, Showdown))


def _tried(match: Match, bids: Sequence[Bid]) -> Raise:
    assert match.round is not None
    last = match.round.bids[-1]
    tries = tuple(Try(bid, play.refusal(match, YOU, bid)) for bid in bids)
    return Raise(last.seat, last.bid, tries)


def _least(match: Match, face: int) -> int:
    turn = play.turn_of(match)
    assert turn is not None
    return turn.bids.limits[face - 1].least


def _counts(rules: Edition, random: Random) -> tuple[Showdown, Showdown]:
    """The same cups counted for two faces, with jokers among the dice."""
    while True:
        cups = _shaken(random, FULL)
        faces = random.sample(PLAIN_FACES, 2)
        if all(count_face(cups, face, jokers=False) for face in (PACO, *faces)):
            break
    first, second = (
        _called(_match(rules, cups, [(RIGHT, Bid(ANY_QUANTITY, face))]), YOU, DUDO)
        for face in faces
    )
    return first, second


def _guesses(found: int, random: Random) -> tuple[int, ...]:
    """Numbers to choose from, with the right one at a random place."""
    lowest = max(1, found - random.randrange(GUESSES))
    return tuple(range(lowest, lowest + GUESSES))


def _raising(rules: Edition, random: Random) -> Raise:
    """One bid of each kind on which the boxes disagree; more of the same face is always legal."""
    quantity, face = random.randint(3, 6), random.randint(3, 5)
    lower, higher = random.randint(2, face - 1), random.randint(face + 1, 6)
    tries = [
        Bid(quantity, face),
        Bid(quantity + 1, face),
        Bid(quantity, higher),
        Bid(quantity - 1, higher),
        Bid(quantity + 1, higher),
        Bid(quantity + 1, lower),
    ]
    random.shuffle(tries)
    match = _match(rules, _shaken(random, FULL), [(RIGHT, Bid(quantity, face))])
    return _tried(match, tries)


def _to_pacos(rules: Edition, random: Random) -> Raise:
    standing = Bid(random.randint(5, 9), random.choice(PLAIN_FACES))
    match = _match(rules, _shaken(random, FULL), [(RIGHT, standing)])
    least = _least(match, PACO)
    return _tried(match, [Bid(n, PACO) for n in range(max(1, least - 2), least + 3)])


def _from_pacos(rules: Edition, random: Random) -> Raise:
    quantity, face = random.randint(2, 4), random.choice(PLAIN_FACES)
    bids = [(LEFT, Bid(quantity, face)), (RIGHT, Bid(quantity, PACO))]
    match = _match(rules, _shaken(random, FULL), bids)
    least = _least(match, face)
    return _tried(match, [Bid(n, face) for n in range(least - 3, least + 2)])


def _dudo(rules: Edition, random: Random) -> Showdown:
    """A bid near the truth, as often true as false."""
    while True:
        cups, face = _shaken(random, FULL), random.choice(PLAIN_FACES)
        quantity = count_face(cups, face, jokers=True) + random.randint(-1, 2)
        if quantity >= 3:
            break
    match = _match(rules, cups, [(RIGHT, Bid(quantity, face))])
    return _called(match, YOU, DUDO)


def _palifico(rules: Edition, random: Random) -> LastDie:
    while True:
        cups, face = _shaken(random, (1, 5, 4)), random.choice(PLAIN_FACES[:-1])
        if all(count_face(cups, f, jokers=False) for f in (PACO, face)):
            break
    bids = [(seat, Bid(1 + seat, face)) for seat in (YOU, LEFT, RIGHT)]
    match = _match(rules, cups, bids, palifico=YOU)
    quantity = bids[-1][1].quantity
    tries = [
        Bid(quantity, face),
        Bid(quantity + 1, face),
        Bid(quantity + 1, random.randint(face + 1, 6)),
        Bid(quantity - 1, PACO),
    ]
    random.shuffle(tries)
    return LastDie(
        tuple(bids),
        _tried(match, tries),
        _called(match, YOU, DUDO),
        count_face(cups, face, jokers=True),
    )


def _calza(rules: Edition, random: Random) -> Showdown:
    """Cups where the learner has lost a die and may call by this box."""
    while True:
        cups, face = _shaken(random, (4, 5, 4)), random.choice(PLAIN_FACES)
        quantity = count_face(cups, face, jokers=True) + random.choice((0, 0, 0, -1, 1))
        if quantity >= 2:
            break
    for bidder in (LEFT, RIGHT):
        match = _match(rules, cups, [(bidder, Bid(quantity, face))])
        if play.refusal(match, YOU, CALZA) is None:
            return _called(match, YOU, CALZA)
    raise AssertionError(f"{rules.key} lets nobody call calza")
