"""``perudo admin``: manage tables, guests, bans and the key of a server."""

import argparse
from collections.abc import Callable
from secrets import token_bytes
from typing import TYPE_CHECKING, NamedTuple

from perudo.cli import out
from perudo.cli.arguments import add_json, add_language, whole_number
from perudo.cli.databases import add_database, open_database, tell_unreadable
from perudo.cli.times import moment, size
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue

if TYPE_CHECKING:
    from perudo.server.storage import Store

DAY_MS = 24 * 60 * 60 * 1000
LONGEST_DAYS = 36_500
LONGEST_WHY = 200
MOST_LISTED = 100


class Action(NamedTuple):
    about: str
    add_arguments: Callable[[argparse.ArgumentParser, Tongue], None]
    run: Callable[[argparse.Namespace, Tongue, "Store"], int]


def about(t: Tongue) -> str:
    return t.say("for whoever runs a server: tables, guests, bans, the key")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.set_defaults(admin_parser=parser)
    actions = parser.add_subparsers(
        dest="action", metavar=t.say("COMMAND"), title=t.say("commands")
    )
    for name, action in _actions(t).items():
        command = actions.add_parser(name, help=action.about, description=action.about)
        add_language(command, t)
        add_database(command, t)
        action.add_arguments(command, t)


def run(args: argparse.Namespace, lang: str) -> int:
    t = Tongue(lang, DEFAULT.key)
    if args.action is None:
        args.admin_parser.print_help()
        return 0
    with open_database(args, t, up_to_date=True) as store:
        return _actions(t)[args.action].run(args, t, store)


def _actions(t: Tongue) -> dict[str, Action]:
    return {
        "tables": Action(t.say("list the tables"), _tables_arguments, _tables),
        "close": Action(t.say("close a table for good"), _table_argument, _close),
        "guests": Action(
            t.say("show who sits or sat at a table, with their ids"), _guests_arguments, _guests
        ),
        "ban": Action(t.say("keep a guest or an address from playing"), _ban_arguments, _ban),
        "unban": Action(t.say("lift a ban"), _who_argument, _unban),
        "bans": Action(t.say("list the bans"), _json_argument, _bans),
        "erase": Action(
            t.say("erase the names and texts of a guest from all tables"), _guest_argument, _erase
        ),
        "rotate-key": Action(
            t.say("sign the guests' tokens with a new key"), _rotate_arguments, _rotate
        ),
        "renew": Action(
            t.say("deal again after a dump or a snapshot was put back by other means"),
            _json_argument,
            _renew,
        ),
    }


def _json_argument(parser: argparse.ArgumentParser, t: Tongue) -> None:
    add_json(parser, t)


def _tables_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument(
        "--limit",
        metavar="N",
        default=str(MOST_LISTED),
        help=t.say("how many, the latest first (default: {n}; 0: all)", n=MOST_LISTED),
    )
    _json_argument(parser, t)


def _table_argument(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument("table", metavar="TABLE", help=t.say("the id or the code of a table"))


def _guests_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    _table_argument(parser, t)
    _json_argument(parser, t)


def _guest_argument(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument(
        "guest", metavar="GUEST", help=t.say("as “perudo admin guests TABLE” shows it")
    )


def _who_argument(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument(
        "who",
        metavar="GUEST",
        help=t.say(
            "a guest, as “perudo admin guests TABLE” shows it, or an address "
            "(192.0.2.7, 192.0.2.0/24)"
        ),
    )


def _ban_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    _who_argument(parser, t)
    parser.add_argument(
        "--for", dest="days", metavar="DAYS", help=t.say("days (default: for good)")
    )
    parser.add_argument(
        "--why", metavar="TEXT", default="", help=t.say("the reason, which the banned guest reads")
    )


def _rotate_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument(
        "--keep-old",
        metavar="DAYS",
        default="30",
        help=t.say("days that the old key still works (default: 30)"),
    )
    parser.add_argument(
        "--now",
        action="store_true",
        help=t.say("the old key stops working at once: everybody loses their seats"),
    )


def _tables(args: argparse.Namespace, t: Tongue, store: "Store") -> int:
    from perudo.server.admin import listing  # noqa: PLC0415

    limit = _number(t, "--limit", args.limit, 0)
    found = listing.tables(store, limit or None)
    if args.json:
        out.data([row._asdict() for row in found])
        return 0
    states = {
        listing.WAITING: t.say("waiting"),
        listing.PLAYING: t.say("playing"),
        listing.OVER: t.say("over"),
        listing.CLOSED: t.say("closed"),
        listing.UNREADABLE: t.say("unreadable"),
    }
    for row in found:
        taken = f"{len(row.names)}/{row.seats}"
        facts = [row.table, row.code, row.edition, states[row.state], taken]
        facts += [moment(row.touched_at), f"v{row.version}", size(row.log_bytes)]
        out.line("  ".join([*facts, ", ".join(row.names)]).rstrip())
    out.line(t.say("Tables: {tables}.", tables=len(found)))
    return 0


def _close(args: argparse.Namespace, t: Tongue, store: "Store") -> int:
    from perudo.server.admin.closing import close  # noqa: PLC0415

    table = _table_id(store, args.table, t)
    close(store, table)
    out.line(t.say("Table {table} is closed.", table=table))
    return 0


def _guests(args: argparse.Namespace, t: Tongue, store: "Store") -> int:
    from perudo.server.admin import listing  # noqa: PLC0415

    found = listing.guests(store.entries(_table_id(store, args.table, t)))
    if args.json:
        out.data([row._asdict() for row in found])
        return 0
    for row in found:
        notes = [t.say("sits there")] if row.sits else [t.say("has left")]
        notes += [t.say("host")] if row.host else []
        out.line("  ".join([row.guest, str(row.seat + 1), row.name, ", ".join(notes)]))
    return 0


def _ban(args: argparse.Namespace, t: Tongue, store: "Store") -> int:
    from perudo.server.storage.operating import Ban  # noqa: PLC0415

    who, now = _who(args.who, t), store.now()
    if len(args.why) > LONGEST_WHY or not args.why.isprintable():
        out.fail(t.say("A reason has at most {most} characters on one line.", most=LONGEST_WHY))
    days = None if args.days is None else _number(t, "--for", args.days, 1)
    until = None if days is None else now + days * DAY_MS
    store.operating.ban(Ban(who, now, until, args.why))
    if until is None:
        out.line(t.say("{who} is banned for good.", who=who))
    else:
        out.line(t.say("{who} is banned until {when}.", who=who, when=moment(until)))
    return 0


def _unban(args: argparse.Namespace, t: Tongue, store: "Store") -> int:
    who = _who(args.who, t)
    if not store.operating.unban(who):
        out.fail(t.say("{who} is not banned.", who=who), status=1)
    out.line(t.say("The ban of {who} is lifted.", who=who))
    return 0


def _bans(args: argparse.Namespace, t: Tongue, store: "Store") -> int:
    found, now = store.operating.bans(), store.now()
    if args.json:
        out.data([ban._asdict() for ban in found])
        return 0
    for ban in found:
        if ban.until is None:
            until = t.say("for good")
        elif ban.until <= now:
            until = t.say("until {when}, over", when=moment(ban.until))
        else:
            until = t.say("until {when}", when=moment(ban.until))
        out.line("  ".join([ban.who, moment(ban.made_at), until, ban.why]).rstrip())
    out.line(t.say("Bans: {n}.", n=len(found)))
    return 0


def _erase(args: argparse.Namespace, t: Tongue, store: "Store") -> int:
    from perudo.server.admin.erasing import erase  # noqa: PLC0415
    from perudo.server.admin.offline import server_runs  # noqa: PLC0415

    guest = _guest(args.guest)
    if guest is None:
        out.fail(t.say("“{asked}” is not a guest: “perudo admin guests TABLE” shows their ids.",
                       asked=args.guest))  # fmt: skip
    erased = erase(store, guest, token_bytes, server_runs(store))
    for table in erased.unreadable:
        out.line(t.say("The log of {table} cannot be read: it is left as it was.", table=table))
    if not erased.tables and not erased.unreadable:
        out.fail(t.say("No table knows the guest {who}.", who=guest), status=1)
    out.line(t.say("Erased at: {tables}.", tables=", ".join(erased.tables)))
    out.line(t.say("Backups and records saved before still contain it."))
    return 1 if erased.unreadable else 0


def _rotate(args: argparse.Namespace, t: Tongue, store: "Store") -> int:
    from perudo.server.identity import new_key  # noqa: PLC0415

    days = _number(t, "--keep-old", args.keep_old, 1)
    until = None if args.now else store.now() + days * DAY_MS
    store.operating.rotate_key(new_key(token_bytes), until)
    if until is None:
        out.line(t.say("New key. Tokens and personal links made before no longer work."))
    else:
        out.line(
            t.say(
                "New key. Guests who come by until {when} keep their seats and get new tokens.",
                when=moment(until),
            )
        )
    return 0


def _renew(args: argparse.Namespace, t: Tongue, store: "Store") -> int:
    from perudo.server.admin.offline import alone_with  # noqa: PLC0415
    from perudo.server.admin.renewing import renew  # noqa: PLC0415
    from perudo.table.live.outside import SystemOutside  # noqa: PLC0415

    with alone_with(store):
        renewed = renew(store, SystemOutside(store.now))
    if args.json:
        out.data(renewed._asdict())
    else:
        out.line(
            t.say(
                "New secrets: {renewed}. Rounds dealt again: {again}.",
                renewed=renewed.renewed,
                again=renewed.dealt_again,
            )
        )
        tell_unreadable(t, renewed)
    return 1 if renewed.unreadable else 0


def _number(t: Tongue, where: str, text: str, least: int) -> int:
    number = whole_number(text, least, LONGEST_DAYS)
    if number is None:
        allowed = f"{least} … {LONGEST_DAYS}"
        out.fail(t.say("{where} cannot be “{asked}”. It takes: {allowed}.",
                       where=where, asked=text, allowed=allowed))  # fmt: skip
    return number


def _table_id(store: "Store", name: str, t: Tongue) -> str:
    from perudo.server import codes  # noqa: PLC0415

    table = name if codes.is_table_id(name) else store.table_with_code(codes.read_code(name))
    if table is None or store.heading(table) is None:
        out.fail(t.say("There is no table “{asked}”.", asked=name))
    return table


def _who(text: str, t: Tongue) -> str:
    from perudo.server.bans import network_of  # noqa: PLC0415

    guest = _guest(text)
    if guest is not None:
        return guest
    network = network_of(text)
    if network is None:
        out.fail(
            t.say(
                "“{asked}” is neither a guest (“perudo admin guests TABLE” shows their ids) "
                "nor an address.",
                asked=text,
            )
        )
    return str(network)


def _guest(text: str) -> str | None:
    """The guest's id without the hand; None if this is not a guest."""
    from perudo.server import codes  # noqa: PLC0415
    from perudo.table.live.state import guest_behind  # noqa: PLC0415

    guest = guest_behind(text)
    return guest if codes.is_player_id(guest) else None
