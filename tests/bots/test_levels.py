"""The levels and the bots behind them: what each remembers, and what they are measured against."""

import hashlib
from random import Random

import pytest

from perudo.bots.champion.expert import REMEMBERED, Expert
from perudo.bots.champion.memory import MatchMemory
from perudo.bots.champion.player import Champion, TrainedNetwork, trained_network
from perudo.bots.first_reader import FirstReader
from perudo.bots.honesty import counts_after_bid, honesty_of_seats
from perudo.bots.reader import Reader
from perudo.bots.roster import LEVELS, bot_named, installed_levels, playable_level
from perudo.bots.ten_lines import TenLines
from perudo.engine import chance
from perudo.engine.actions import CALZA, DUDO
from perudo.engine.bid import Bid
from perudo.engine.events import BidMade, Showdown
from perudo.engine.house import table_rules
from perudo.engine.play import apply
from perudo.engine.played import PlayedRound
from perudo.engine.position import between_rounds
from perudo.engine.setup import Setup
from perudo.engine.view import View, view_for
from perudo.extras import MissingExtra
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.live.outside import SystemOutside
from perudo.table.live.refusals import TableRefused
from perudo.table.live.settings import Settings
from perudo.table.local import LocalTable


@pytest.mark.parametrize(
    ("key", "options", "digest"),
    [
        ("asmodee-2024", ("calza", "palifico"), "834b1a4b635322ec"),
        ("weekend", ("calza",), "6bf93d694af6f0ff"),
        ("menteur", (), "03aad6645f8667a4"),
    ],
)
def test_reader_of_version_0_1_plays_as_it_did(
    key: str, options: tuple[str, ...], digest: str
) -> None:
    """The digests are of matches played by version 0.1."""
    played = hashlib.sha256()
    for seed in range(6):
        rng = Random(seed)
        bots = (FirstReader(), bot_named("liar"), FirstReader(), bot_named("counter"))
        setup = Setup(table_rules(key, options), 4)
        table = LocalTable(setup, [BotSeat(bot, rng) for bot in bots], RandomDice(rng))
        table.play()
        played.update(repr(table.events).encode())
    assert played.hexdigest()[:16] == digest


def palifico_answer(bid: Bid, cup: tuple[int, ...], dice: tuple[int, ...]) -> View:
    """A view of seat 1 after the palifico opening of seat 0."""
    rules = table_rules("asmodee-2024", ("palifico",))
    cups = ((bid.face,), cup, *((2, 3, 4, 5, 6)[:n] for n in dice[2:]))
    match = chance.deal(between_rounds(rules, dice, palifico=True), cups)[0]
    return view_for(apply(match, 0, bid)[0], 1)


def test_reader_believes_the_only_die_of_a_palifico() -> None:
    """The first reader doubts such openings, and was nearly always wrong."""
    view = palifico_answer(Bid(2, 6), (2, 3, 4, 4, 5), (1, 5, 3, 3))
    standing = view.bids[-1].bid
    believed = Reader().table(view).holds(standing)
    assert believed > FirstReader().table(view).holds(standing) + 0.2
    assert Reader().table(view).cup(0, 6)[1] > 4 / 6, "over four times the chance of a die"
    assert Reader().act(view, Random(1)) == Bid(3, 6)
    assert FirstReader().act(view, Random(1)) is DUDO


def test_bid_says_more_about_a_small_cup_and_about_a_high_claim() -> None:
    def per_die(dice: int, quantity: int = 2) -> float:
        counts = counts_after_bid(dice, 6, True, 0.6, 10, quantity)
        assert sum(counts) == pytest.approx(1)
        return sum(k * likely for k, likely in enumerate(counts)) / dice

    assert per_die(1) > per_die(2) > per_die(5) > 1 / 3
    assert per_die(5, 7) > per_die(5, 5) > per_die(5, 2)
    assert counts_after_bid(2, 6, True, 0.0, 10, 0) == pytest.approx((4 / 9, 4 / 9, 1 / 9))


def test_liar_is_recognised_at_showdowns() -> None:
    def played(face: int, cup: tuple[int, ...]) -> PlayedRound:
        bid = Bid(2, face)
        showdown = Showdown(0, bid, 1, DUDO, (cup, (2, 2)), ((0, 1),), 2, 1, None)
        return PlayedRound(1, 0, None, (BidMade(0, bid),), showdown)

    honest, liar = played(6, (6, 6, 6, 2, 3)), played(4, (6, 6, 6, 2, 3))
    nothing = honesty_of_seats((), 2)
    assert nothing[0] == nothing[1]
    trusted, distrusted = honesty_of_seats((honest,) * 3, 2), honesty_of_seats((liar,) * 3, 2)
    assert trusted[0] > nothing[0] + 0.1
    assert distrusted[0] < nothing[0] - 0.2
    assert trusted[1] == distrusted[1] == nothing[1]


def test_ten_lines_calls_when_the_bid_is_likelier_false_than_the_best_raise_true() -> None:
    rules = table_rules("weekend")
    match = chance.deal(between_rounds(rules, (2, 2)), ((2, 3), (5, 5)))[0]
    rng = Random(3)
    for bid, expected in ((Bid(1, 4), Bid), (Bid(2, 4), Bid), (Bid(3, 4), type(DUDO))):
        # With two fives: 2x5 is certain after 1x4 and after 2x4; after 3x4 nothing is likely.
        assert isinstance(TenLines().act(view_for(apply(match, 0, bid)[0], 1), rng), expected)


class _Uncached(Champion):
    def by_the_book(self, view: View) -> None:
        return None


def test_champion_says_the_same_chances_for_one_view_as_for_many() -> None:
    match = chance.deal(
        between_rounds(table_rules("asmodee-2024"), (3, 3)), ((1, 2, 3), (4, 5, 6))
    )[0]
    views = [view_for(match, 0)._replace(cup=cup) for cup in ((1, 2, 3), (1, 1, 1), (4, 4, 6))]
    together = Champion().chances(views)
    for view, chances in zip(views, together, strict=True):
        assert sum(chances.values()) == pytest.approx(1)
        assert all(action in view.legal for action in chances)
        alone = Champion().chances([view])[0]
        assert {a: round(c, 3) for a, c in alone.items()} == pytest.approx(
            {a: round(c, 3) for a, c in chances.items()}, abs=2e-3
        )
    assert 0 < Champion().win_chance(views[1]) < 1


def test_champion_plays_the_last_dice_by_the_book() -> None:
    match = chance.deal(between_rounds(table_rules("asmodee-2024"), (1, 1)), ((4,), (2,)))[0]
    view = view_for(match, 0)
    by_book, without = Champion().chances([view])[0], _Uncached().chances([view])[0]
    assert by_book == Champion().by_the_book(view)
    assert by_book != without


def test_short_memory_forgets_older_rounds() -> None:
    setup = Setup(table_rules("asmodee-2024"), 3)
    rng = Random(4)
    table = LocalTable(setup, [BotSeat(TenLines(), rng) for _ in range(3)], RandomDice(rng))
    table.play()
    view = view_for(table.match, 0)
    assert len(view.past) > REMEMBERED + 2
    whole, short = MatchMemory(), MatchMemory(REMEMBERED)
    before = view._replace(past=view.past[:-REMEMBERED])
    forgotten = whole.numbers_for(before)
    assert short.numbers_for(view) == pytest.approx(whole.numbers_for(view) - forgotten)


def test_levels_without_numpy_are_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed_levels() == tuple(LEVELS)
    monkeypatch.setattr("perudo.extras.find_spec", lambda name: None)
    assert installed_levels() == ("easy", "medium", "hard")
    with pytest.raises(MissingExtra, match=r'pip install "perudo\[champion\]"'):
        bot_named("expert")
    with pytest.raises(TableRefused) as refused:
        Settings(standin="champion").check()
    assert refused.value.refusal.allowed == ("easy", "medium", "hard")
    # A table that was opened elsewhere goes on with the strongest that can play.
    assert playable_level("champion") == "hard"
    match = chance.deal(between_rounds(table_rules("weekend"), (1, 1)), ((4,), (2,)))[0]
    assert SystemOutside(lambda: 0).bot_acts("champion", view_for(match, 0)) not in (DUDO, CALZA)


def test_expert_lapses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Always distracted, it moves as the reader does; never, as a champion with its memory."""
    match = chance.deal(
        between_rounds(table_rules("asmodee-2024"), (5, 5)), ((2, 3, 4, 5, 6), (4, 5, 6, 6, 6))
    )[0]
    view = view_for(match, 0)
    monkeypatch.setattr("perudo.bots.champion.expert.LAPSES", 1.0)
    rng = Random(1)
    distracted = Expert().act(view, rng)
    rng = Random(1)
    rng.random()
    assert distracted == Reader().act(view, rng)
    monkeypatch.setattr("perudo.bots.champion.expert.LAPSES", 0.0)
    monkeypatch.setattr(Expert, "chances", lambda self, views: [{Bid(9, 6): 1.0} for _ in views])
    assert Expert().act(view, rng) == Bid(9, 6)


def test_a_sharper_temperature_prefers_the_best_action() -> None:
    match = chance.deal(
        between_rounds(table_rules("asmodee-2024"), (3, 3)), ((1, 2, 3), (4, 5, 6))
    )[0]
    sharp = Champion(TrainedNetwork(trained_network().network, 0.1))
    view = view_for(match, 0)
    assert max(sharp.chances([view])[0].values()) > max(Champion().chances([view])[0].values())
