"""Texts of refusals by tables and of requests, in the reader's language."""

from datetime import UTC, datetime
from typing import assert_never

from perudo.engine.events import BidMade, Showdown
from perudo.i18n.tongue import Tongue
from perudo.records.record import LONGEST_NAME
from perudo.server.request_refusals import RequestReason, RequestRefusal
from perudo.table.live.refusals import TableReason, TableRefusal
from perudo.wording.dice_text import bid_text


def table_refusal_text(t: Tongue, refusal: TableRefusal, names: tuple[str, ...]) -> str:
    return f"{_table_sentence(t, refusal, names)} [{refusal.clause}]"


def request_refusal_text(t: Tongue, refusal: RequestRefusal) -> str:
    return f"{_request_sentence(t, refusal)} [{refusal.clause}]"


def _table_sentence(t: Tongue, refusal: TableRefusal, names: tuple[str, ...]) -> str:
    asked, allowed = refusal.asked, ", ".join(refusal.allowed)
    least, most = refusal.least, refusal.most
    who = _name(t, names, refusal.seat)
    match refusal.reason:
        case TableReason.NO_SUCH_TABLE:
            return t.say("There is no table “{asked}”. Ask for the link again.", asked=asked)
        case TableReason.CLOSED:
            return t.say("Everybody has left this table. Open a new one.")
        case TableReason.NOT_SEATED:
            return t.say("You are not sitting at this table. Take a chair first.")
        case TableReason.ALREADY_SEATED:
            return t.say("You are already sitting at this table.")
        case TableReason.NO_SUCH_SEAT:
            return t.say("There is no seat {asked}: seats are 0 to {most}.", asked=asked, most=most)
        case TableReason.SEAT_TAKEN:
            return t.say("That chair is taken: {who} sits there.", who=who)
        case TableReason.SEAT_EMPTY:
            return t.say("There is nobody in that chair.")
        case TableReason.TABLE_FULL:
            return t.say("All chairs are taken. You can watch.")
        case TableReason.NAME_NOT_ALLOWED:
            return t.say(
                "A name has 1 to {most} characters that can be seen, and no comma.",
                most=LONGEST_NAME,
            )
        case TableReason.NAME_TAKEN:
            if refusal.seat is not None and who.casefold() != asked.casefold():
                return t.say("“{asked}” looks like {who}, who already sits here. "
                             "Take another name.", asked=asked, who=who)  # fmt: skip
            return t.say("Somebody at this table is already called {asked}.", asked=asked)
        case TableReason.COLOUR_TAKEN:
            return t.say("{who} has that cup already. Take another one.", who=who)
        case TableReason.UNKNOWN_COLOUR:
            return t.say(
                "There is no cup of the colour “{asked}”. Choose: {allowed}.",
                asked=asked,
                allowed=allowed,
            )
        case TableReason.SEATS_EMPTY:
            return t.plural(
                "One chair is still empty: wait, or put a bot there.",
                "{n} chairs are still empty: wait, or put bots there.",
                least or 0,
            )
        case TableReason.NOT_HOST:
            if refusal.seat is None:
                return t.say("Only the host may do that.")
            return t.say("Only the host may do that: {who}.", who=who)
        case TableReason.SENT_AWAY:
            return t.say("The host has sent you away from this table. You can still watch.")
        case TableReason.NOT_SENT_AWAY:
            if not allowed:
                return t.say("Nobody was sent away from this table.")
            return t.say(
                "Nobody called “{asked}” was sent away. Choose: {allowed}.",
                asked=asked,
                allowed=allowed,
            )
        case TableReason.MATCH_ON:
            return t.say("A match is being played. This has to wait until it is over.")
        case TableReason.NO_MATCH:
            return t.say("No match has started yet.")
        case TableReason.MATCH_ENDED:
            return t.say("The match is over. Ask for a rematch to play on.")
        case TableReason.RESIGNED:
            return t.say("You have resigned: a bot plays on for you to the end.")
        case TableReason.STALE:
            return t.say("You were too late: {news}", news=_news(t, refusal, names))
        case TableReason.VERSION_AHEAD:
            return t.say("Nobody can have seen that version of the table yet.")
        case TableReason.KEY_REUSED:
            return t.say("This key was used for another request: use a new one each time.")
        case TableReason.SUPERSEDED:
            return t.say("Your {calza} came too late: {news}", news=_news(t, refusal, names))
        case TableReason.ALREADY_CLAIMED:
            return t.say("Your {calza} has been heard. The decision is coming.")
        case TableReason.NAME_THE_BID:
            return t.say("{Calza} must name the bid that it answers.")
        case TableReason.NOT_HELD:
            return t.say("No bot is playing for you: you are playing yourself.")
        case TableReason.NOT_AWAY:
            return t.say(
                "{who} is there. A bot may only play for somebody who is away, or who has not "
                "moved for {least} seconds.",
                who=who,
                least=least,
            )
        case TableReason.HOST_THERE:
            return t.say("{who} is there and stays the host.", who=who)
        case TableReason.STARTS_ITSELF:
            return t.say(
                "This table starts by itself: when it is full, or {least} seconds after the "
                "second player came.",
                least=least,
            )
        case TableReason.NOT_IN_LOBBY:
            return t.say("That is for tables of the open lobby, before their first match.")
        case TableReason.STILL_PLAYING:
            return t.say("{who} is still in the match, so it cannot be skipped.", who=who)
        case TableReason.ALREADY_READY:
            return t.say("You are ready already. The table waits for the others.")
        case TableReason.NOT_PAUSED:
            return t.say("The table is not waiting between two rounds.")
        case TableReason.NO_TOUCAN:
            return t.say("Nobody asks about the toucan in this edition.")
        case TableReason.PLEDGE_NOT_ALLOWED:
            return t.say("A pledge is a hash: 64 of the signs 0-9 and a-f.")
        case TableReason.LINK_NOT_PLEDGED:
            return t.say("This link is not the one that your seat pledged for this round.")
        case TableReason.NOT_GATHERING:
            return t.say("No link of yours is wanted for round {asked} now.", asked=asked)
        case TableReason.TEXT_NOT_ALLOWED:
            return t.say("A line of chat has 1 to {most} characters.", most=most)
        case TableReason.MUTED:
            return t.say("The host has muted you.")
        case TableReason.TOO_FAST:
            return t.say("Not so fast: others want to be heard too. Wait a moment.")
        case TableReason.UNKNOWN_REACTION:
            return t.say("There is no such reaction. Choose: {allowed}.", allowed=allowed)
        case TableReason.UNKNOWN_LEVEL:
            return t.say("There is no level “{asked}”. Choose: {allowed}.",
                         asked=asked, allowed=allowed)  # fmt: skip
        case TableReason.OUT_OF_RANGE:
            return t.say("{asked} must be between {least} and {most}.",
                         asked=asked, least=least, most=most)  # fmt: skip
        case TableReason.COACH_AND_CLOCK:
            return t.say(
                "A table with a clock, or among strangers, is serious: it has no coach. "
                "Leave out the clock or the coach."
            )
        case TableReason.NO_COACH:
            return t.say(
                "This server has no coach. Whoever runs it has to install NumPy: pip install numpy"
            )
        case TableReason.COACH_OFF:
            return t.say(
                "The coach is off at this table. It can be turned on when a table is opened."
            )
        case TableReason.NO_HINT_NOW:
            return t.say("The coach helps you when it is your turn, and only then.")
        case TableReason.NOT_DUE:
            return t.say("Nothing is due at this table now.")
        case _ as never:
            assert_never(never)


def _news(t: Tongue, refusal: TableRefusal, names: tuple[str, ...]) -> str:
    """What happened before the action that came too late."""
    match refusal.by:
        case BidMade(seat, bid):
            return t.say("{who} bid {bid}.", who=_name(t, names, seat), bid=bid_text(t, bid))
        case Showdown():
            return t.say("the cups are up.")
        case _:
            return t.say("the table has moved on.")


def _name(t: Tongue, names: tuple[str, ...], seat: int | None) -> str:
    if seat is None or not 0 <= seat < len(names) or not names[seat]:
        return t.say("nobody")
    return names[seat]


def _request_sentence(t: Tongue, refusal: RequestRefusal) -> str:
    asked, most = refusal.asked, refusal.most
    match refusal.reason:
        case RequestReason.NOT_FOUND:
            return t.say("There is nothing at this address.")
        case RequestReason.WRONG_METHOD:
            return t.say("This address does not accept that kind of request.")
        case RequestReason.MALFORMED:
            return t.say("Something is wrong with the request: {asked}", asked=asked)
        case RequestReason.NOT_JSON:
            return t.say("The request must be JSON (content-type: application/json).")
        case RequestReason.TOO_LARGE:
            return t.say("The request is too large: at most {most} bytes.", most=most)
        case RequestReason.HEADERS_TOO_LARGE:
            return t.say(
                "The headers of the request are too large: at most {most} bytes. "
                "In a browser, delete the cookies of this site.",
                most=most,
            )
        case RequestReason.TOO_SLOW:
            return t.say("The request did not arrive in time: {most} seconds.", most=most)
        case RequestReason.TOO_MANY:
            return t.say("That was too much at once. Wait a moment.")
        case RequestReason.TOO_MANY_STREAMS:
            return t.say("Only {most} streams of this table may be open at once.", most=most)
        case RequestReason.TOO_MANY_CONNECTIONS:
            return t.say("Only {most} connections of one address may be open at once.", most=most)
        case RequestReason.TOO_MANY_TABLES:
            return t.plural(
                "Too many tables were opened. The next one can be opened in a minute.",
                "Too many tables were opened. The next one can be opened in {n} minutes.",
                -(-(refusal.wait or 1) // 60),
            )
        case RequestReason.TOO_MANY_CODES:
            return t.plural(
                "Too many wrong codes. Look at the code again and wait a second.",
                "Too many wrong codes. Look at the code again and wait {n} seconds.",
                refusal.wait or 1,
            )
        case RequestReason.FOREIGN_PAGE:
            return t.say(
                "This came from a page of another site ({asked}) and was not done. "
                "If that is the address of this server, its operator has to set public_url.",
                asked=asked,
            )
        case RequestReason.BAD_TOKEN:
            return t.say("This token was not made here. Ask for the link again.")
        case RequestReason.OTHER_TABLE:
            return t.say("This personal link belongs to another table.")
        case RequestReason.BANNED:
            return _banned(t, refusal)
        case RequestReason.METRICS_CLOSED:
            return t.say(
                "The operator of this server has closed its metrics to you (setting “metrics”)."
            )
        case RequestReason.NO_RECORD:
            return t.say("The record is available once the match is over.")
        case RequestReason.NO_ANALYSIS:
            return t.say(
                "The coach could not judge this match. You can look at it again all the same."
            )
        case RequestReason.PUSH_OFF:
            return t.say("The operator of this server has turned calls to devices off.")
        case RequestReason.NO_PUSH_SERVICE:
            return t.say(
                "This is not a subscription of a browser to a public push service over https."
            )
        case RequestReason.STORAGE_AWAY:
            return t.say("Nothing can be saved right now. Send the same again in a moment.")
        case RequestReason.STORAGE_FULL:
            return t.say("The disk of this server is full: nothing can be saved.")
        case RequestReason.TABLE_UNREADABLE:
            return t.say(
                "The log of this table cannot be read, so nobody can play here for now. "
                "Whoever runs this server has been told."
            )
        case _ as never:
            assert_never(never)


def _banned(t: Tongue, refusal: RequestRefusal) -> str:
    if refusal.until is None:
        text = t.say("The operator of this server has banned you. You can watch.")
    else:
        day = datetime.fromtimestamp(refusal.until / 1000, UTC).date().isoformat()
        text = t.say(
            "The operator of this server has banned you until {day}. You can watch.", day=day
        )
    return text if not refusal.asked else f"{text} ({refusal.asked})"
