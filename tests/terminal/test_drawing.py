"""What the drawings show: no die that may not be seen, and the reason for every bid not made."""

from dataclasses import replace

import pytest

from perudo.engine import chance, play
from perudo.engine.actions import DUDO
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, Cup
from perudo.engine.events import Choice, Showdown
from perudo.engine.house import table_rules
from perudo.engine.match import Match
from perudo.engine.setup import Setup
from perudo.engine.view import view_for
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.table.live.settings import COLOURS
from perudo.terminal import layout
from perudo.terminal.hints import hints
from perudo.terminal.picker import ORDER, Picker, picker_drawing
from perudo.terminal.sight import Offer, Place, Sight
from perudo.terminal.theme import DARK, LIGHT, Palette, first_theme
from perudo.wording.refusal_text import refusal_text

T = Tongue("en", "asmodee-2009")
NAMES = ("Rosa", "Inti", "Killa")
CUPS: tuple[Cup, ...] = ((1, 2, 3, 4, 5), (2, 2, 2, 6, 6), (1, 1, 4, 4, 4))


def dealt(cups: tuple[Cup, ...] = CUPS) -> Match:
    match, _ = chance.start_match(Setup(table_rules("asmodee-2009", ("visible-dice",)), 3))
    match, _ = chance.name_starter(match, 0, Choice.DRAWN)
    match, _ = chance.deal(match, cups)
    match, _ = play.apply(match, 0, Bid(2, 4))
    return match


def sight(match: Match, seat: int | None) -> Sight:
    view = view_for(match, seat)
    places = tuple(Place(name, COLOURS[at]) for at, name in enumerate(NAMES))
    cups = tuple(view.cup if at == seat else None for at in range(3))
    return Sight(places, you=seat, view=view, cups=cups, offers=frozenset({Offer.TURN}))


def text(shown: Sight, width: int = 80, t: Tongue = T, palette: Palette = DARK) -> str:
    parts = (
        layout.head(t, shown, width, palette),
        layout.seats(t, shown, width, palette),
        layout.centre(t, shown, width, palette),
        layout.hand(t, shown, palette),
        layout.actions(t, shown, None, palette),
        layout.bids(t, shown, 10, palette),
    )
    return "\n".join(line.plain for part in parts for line in part.lines)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_other_cups_change_nothing_on_the_screen(seat: int | None) -> None:
    other = tuple((3, 3, 5, 5, 6) if at != seat else cup for at, cup in enumerate(CUPS))
    assert text(sight(dealt(), seat)) == text(sight(dealt(other), seat))


def showdown() -> tuple[Sight, Showdown]:
    match, events = play.apply(dealt(), 1, DUDO)
    found = next(event for event in events if isinstance(event, Showdown))
    return replace(sight(match, 0), showdown=found, cups=()), found


def test_cups_go_up_step_by_step_and_nothing_tells_the_end_before() -> None:
    shown, found = showdown()
    before = text(shown)
    assert "2 6" not in before
    assert "6 fours" not in before
    assert before.count("×5") == 2  # the die that is lost is still under its cup
    last = replace(shown, lifted=len(found.steps))
    after = text(last)
    assert "┃ 4 ┃┃ 4 ┃┃ 4 ┃" in after  # dice that count have a heavy frame
    assert "│ 6 ││ 6 │" in after
    assert f"{found.found} fours" in after
    assert last.revealed
    assert not shown.revealed


def test_a_narrow_card_shows_all_dice_in_one_line() -> None:
    shown, found = showdown()
    last = replace(shown, lifted=len(found.steps))
    assert " 2  2  2  6  6 " in text(last, 34)
    assert "[★][★][4][4][4]" in text(last, 34)
    assert "★ ★ 4 4 4" in text(last, 26)


@pytest.mark.parametrize("palette", [DARK, LIGHT])
def test_every_line_fits_its_place(palette: Palette) -> None:
    shown, found = showdown()
    for lang in LANGUAGES:
        for lifted in range(len(found.steps) + 1):
            drawn = text(replace(shown, lifted=lifted), 80, Tongue(lang, "asmodee-2009"), palette)
            assert max(map(len, drawn.split("\n"))) <= 80


def picker() -> Picker:
    view = view_for(dealt(), 1)
    assert view.legal.bids is not None
    return Picker.on(view.legal.bids, Bid(2, 4))


def test_the_picker_begins_with_the_least_raise_and_lists_six_intervals() -> None:
    first = picker()
    assert first.bid == Bid(3, 4)
    lines = [line.plain for line in picker_drawing(T, first, layout.SIDE, DARK).lines]
    assert len(lines) == 6
    assert [line.split()[-1] for line in lines] == ["—", "—", "3–15", "2", "2", "1–15"]


def test_the_picker_says_why_not_beyond_every_limit() -> None:
    """One step below and above each interval, and on faces that may not be bid at all."""
    first = picker()
    for face in ORDER:
        on = first.on_face(face)
        limit = first.space.limits[face - 1]
        assert on.legal != limit.empty
        for step in (-1, 1):
            beyond = on
            for _ in range(20):
                beyond = beyond.more(step)
            refusal = first.space.refusal(beyond.bid)
            assert refusal is not None or limit.empty or beyond.legal
            if refusal is not None:
                assert "[" in refusal_text(T, refusal, NAMES, beyond.bid)
    assert {first.next_face(n).bid.face for n in range(6)} == set(FACES)
    assert first.more(-1).bid == Bid(2, 4)
    assert not first.more(-1).legal


def test_hints_tell_the_odds_of_the_standing_bid_and_of_the_picked_one() -> None:
    view = view_for(dealt(), 1)
    own, standing, picked = hints(T, view, Bid(3, 4))
    assert own == "2 fours: you have 0 of them. Still needed: 2; hidden dice: 10."
    assert standing == "2 fours: 90 % that there are as many, 20 % that it is exact."
    assert picked.startswith("3 fours: 70 %")
    assert len(list(hints(T, view, None))) == 2
    assert list(hints(T, view_for(dealt(), None), None)) == []


def test_the_coach_speaks_in_turn_where_it_may() -> None:
    view = view_for(dealt(), 1)
    told = list(hints(T, view, None, coach=True))
    assert told[0].startswith("2 fours: 90 %")
    assert told[1].startswith("Best: ")
    assert len(told) <= 3
    # Out of turn there are only the odds.
    other = view_for(dealt(), 2)
    assert list(hints(T, other, None, coach=True)) == list(hints(T, other, None))


def test_the_first_theme_follows_the_terminal() -> None:
    assert first_theme(None, {}) == "perudo-dark"
    assert first_theme(None, {"COLORFGBG": "0;15"}) == "perudo-light"
    assert first_theme(None, {"COLORFGBG": "15;0"}) == "perudo-dark"
    assert first_theme("dark", {"COLORFGBG": "0;15"}) == "perudo-dark"
