"""What the page of a live table announces about a hearing."""

import pytest

from perudo.engine.bid import Bid
from perudo.i18n.tongue import Tongue
from perudo.table.live.audience import table_view
from perudo.table.live.events import HearingClosed
from perudo.table.live.events_json import from_json, to_json
from perudo.table.live.settings import Settings
from perudo.web.table.news import news
from testkit.live.sandbox import Sandbox


def news_lines(edition: str, closed: HearingClosed, seat: int | None) -> list[str]:
    box = Sandbox(Settings(edition=edition, options=("calza",), seats=3))
    box.start()
    return news(Tongue("en", edition), table_view(box.table, seat), (closed,)).now


@pytest.mark.parametrize(
    ("edition", "closed", "said"),
    [
        (
            "asmodee-2009",
            HearingClosed(Bid(3, 4), (2,), 1),
            "Name 1 moved at the same time: the move counts, not the calza. [A9]",
        ),
        (
            "asmodee-2024",
            HearingClosed(Bid(3, 4), (2,), 2, unmade=1),
            "The occhio di bue was heard before the move of Name 1, which is not made. [I12]",
        ),
        (
            "parker-1994",
            HearingClosed(Bid(3, 4), (2,), 2, unmade=1),
            "The calza was heard before the move of Name 1, which is not made. [S18]",
        ),
    ],
)
def test_a_verdict_is_told_by_its_rule(edition: str, closed: HearingClosed, said: str) -> None:
    heading = f"{Tongue('en', edition).word('calza').capitalize()} on 3 fours: Name 2."
    assert news_lines(edition, closed, None) == news_lines(edition, closed, 0) == [heading, said]


def test_who_moved_is_told_why_the_move_was_not_made() -> None:
    closed = HearingClosed(Bid(3, 4), (2,), 2, unmade=1)
    *_, said = news_lines("asmodee-2024", closed, 1)
    assert said == "The occhio di bue was heard before your move, which is not made. [I12]"


def test_a_log_written_before_moves_could_be_unmade_is_read() -> None:
    closed = HearingClosed(Bid(3, 4), (2,), 1)
    written = to_json(closed)
    assert written.pop("unmade") is None
    assert from_json(written) == closed
