"""What happens at a live table beside the match, in sentences: for pages and terminals."""

from collections.abc import Iterator
from typing import assert_never

from perudo.engine.actions import Seat
from perudo.engine.hearing import Verdict
from perudo.i18n.tongue import Tongue
from perudo.table.live.events import (
    BotSat,
    BotsWished,
    BotTookOver,
    CalzaClaimed,
    CameBack,
    ChairsRemoved,
    ClockCredited,
    ClockStarted,
    Closed,
    Gathering,
    HearingClosed,
    HostChanged,
    LinkGiven,
    MatchOpened,
    Muted,
    Opened,
    Paused,
    Pledged,
    Reacted,
    Readmitted,
    Remarked,
    RematchCalled,
    Resigned,
    Restored,
    Revealed,
    Said,
    Sat,
    SeatPledged,
    SeatReady,
    SeedGiven,
    SentAway,
    Shaken,
    Skipped,
    StartPlanned,
    Stood,
    TableEvent,
    TimedOut,
    WonByResignation,
)
from perudo.table.live.labels import reaction_text
from perudo.wording.story import Story


def table_lines(
    t: Tongue, story: Story, names: tuple[str, ...], you: Seat | None, event: TableEvent
) -> Iterator[str]:
    """Tell an event of a table, apart from its match, to the seat ``you`` or to an onlooker."""
    match event:
        case Sat(seat, _, name) if seat != you:
            yield t.say("{who} sits down.", who=name)
        case BotSat(_, _, name):
            yield t.say("{who} sits down.", who=name)
        case Stood() | SentAway():
            yield t.say("A chair is free again.")
        case Restored():
            yield t.say(
                "The server was restored from a backup. The dice will be thrown again from new "
                "secrets."
            )
        case TimedOut(seat) if seat == you:
            yield t.say("You ran out of time: a bot played for you.")
        case TimedOut(seat):
            yield t.say("{who} ran out of time: a bot played.", who=names[seat])
        case BotTookOver(seat) if seat == you:
            yield t.say("A bot plays for you until you take your seat back.")
        case BotTookOver(seat):
            yield t.say("{who} is away: a bot fills in.", who=names[seat])
        case CameBack(seat) if seat != you:
            yield t.say("{who} is back.", who=names[seat])
        case ClockCredited():
            yield t.say("The server was away for a moment; that time is back on the clock.")
        case CalzaClaimed():
            yield t.say("Your {calza} has been heard. The decision is coming.")
        case HearingClosed():
            yield from story.verdict(Verdict(*event))
        case MatchOpened(number) if number > 1:
            yield t.say("Match {number} begins.", number=number)
        case Resigned(seat) if seat != you:
            yield t.say("{who} has resigned. A bot plays on.", who=names[seat])
        case Skipped():
            yield t.say("Only bots are left: they play to the end at once.")
        case WonByResignation(seat):
            yield story.won_by_resignation(seat)
        case RematchCalled(seat):
            yield t.say("{who} wants a rematch.", who=names[seat])
        case Said(seat, text) if seat != you:
            yield t.say("{who} says: {text}", who=names[seat], text=text)
        case Remarked(_, name, text):
            yield t.say("{who} says: {text}", who=name, text=text)
        case Reacted(seat, reaction) if seat != you:
            yield t.say("{who}: {bid}", who=names[seat], bid=reaction_text(t, reaction))
        case Muted(seat, muted) if seat == you:
            yield t.say("The host has muted you.") if muted else t.say("You may speak again.")
        case Sat() | CameBack() | MatchOpened() | Resigned() | Said() | Reacted() | Muted():
            pass  # for whom the cases above leave out
        case (
            Opened()
            | BotsWished()
            | StartPlanned()
            | ChairsRemoved()
            | Readmitted()
            | HostChanged()
            | Closed()
            | Pledged()
            | SeedGiven()
            | SeatPledged()
            | Gathering()
            | LinkGiven()
            | Shaken()
            | Revealed()
            | ClockStarted()
            | Paused()
            | SeatReady()
        ):
            pass  # the reader sees it, or it is nothing to tell
        case _ as never:
            assert_never(never)
