"""``perudo serve``: serve live tables to browsers and bots."""

import argparse
import socket
import sys
from dataclasses import fields
from typing import TYPE_CHECKING, assert_never

from perudo.cli import out
from perudo.cli.files import reason_text
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - asked for by whoever starts the server

if TYPE_CHECKING:
    from perudo.server.config import Config, ConfigProblem
    from perudo.server.storage import Store


def about(t: Tongue) -> str:
    return t.say("serve live tables to browsers and bots")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    add = parser.add_argument
    add("--host", metavar="ADDRESS", help=t.say("the address to listen on (default: 127.0.0.1)"))
    add("--port", metavar="N", help=t.say("the port (default: 8000; 0: any free one)"))
    add("--workers", metavar="N", help=t.say("server processes (more than one needs PostgreSQL)"))
    add(
        "--database",
        metavar="URL",
        help=t.say("sqlite:///file.db or postgresql://user:password@host/name"),
    )
    add("--redis", metavar="URL", help=t.say("redis://host:port, to wake other processes up"))
    add("--public-url", metavar="URL", help=t.say("the address that people use, for links"))
    add("--log-level", metavar="LEVEL", help="debug, info, warning, error")
    add("--config", metavar="FILE", help=t.say("a file with the same settings (TOML)"))
    add(
        "--requests-per-second",
        metavar="N",
        help=t.say("requests of one guest (default: 20; 0: no limit)"),
    )
    add(
        "--guests-per-minute",
        metavar="N",
        help=t.say("new guests of one address (default: 60; 0: no limit)"),
    )


def config_problem_text(t: Tongue, problem: "ConfigProblem") -> str:
    from perudo.server.config import ConfigFault  # noqa: PLC0415

    where, what = problem.where, problem.what
    match problem.fault:
        case ConfigFault.VALUE:
            return t.say("{where} cannot be “{asked}”. It takes: {allowed}.",
                         where=where, asked=what, allowed=problem.wanted)  # fmt: skip
        case ConfigFault.NOT_A_NUMBER:
            return t.say("{where} is a whole number, not “{asked}”.", where=where, asked=what)
        case ConfigFault.NOT_TEXT:
            return t.say("{where} is a text in quotes, not {asked}.", where=where, asked=what)
        case ConfigFault.UNKNOWN_NAME:
            return t.say("{where}: there is no setting “{asked}”. Choose: {allowed}.",
                         where=where, asked=what, allowed=problem.wanted)  # fmt: skip
        case ConfigFault.FILE:
            cause = problem.__cause__
            reason = reason_text(cause, t) if isinstance(cause, OSError) else what
            return t.say("Cannot read {file}: {reason}", file=where, reason=reason)
        case _ as never:
            assert_never(never)


def lan_address() -> str | None:
    """This machine's address on the local network.

    Nothing is sent: connecting a datagram socket only looks up the route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as looking:
        try:
            looking.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(looking.getsockname()[0])


def run(args: argparse.Namespace, lang: str) -> int:
    # Only this command needs the web server: the others should not wait for its imports.
    from perudo.server.config import Config, ConfigProblem, read_config  # noqa: PLC0415
    from perudo.server.storage import (  # noqa: PLC0415
        StorageAway,
        StorageFull,
        StorageHeld,
        Store,
    )

    t = Tongue(lang, DEFAULT.key)
    names = {"config", *(field.name for field in fields(Config))}
    flags = {name: value for name, value in vars(args).items() if name in names}
    try:
        config = read_config(flags)
    except ConfigProblem as problem:
        out.fail(config_problem_text(t, problem))
    try:
        store = Store(config.database)
    except ValueError:
        out.fail(
            t.say("The database must be sqlite:///file.db or postgresql://user:password@host/name.")
        )
    except (StorageAway, StorageFull) as problem:
        out.fail(t.say("The database cannot be used: {reason}", reason=problem))
    try:
        with store.alone():
            _serve(config, store, t)
    except StorageHeld as held:
        out.fail(
            t.say("Another server is using {file}. Stop it first, or name another file.", file=held)
        )
    except StorageAway as problem:
        out.fail(t.say("The database cannot be used: {reason}", reason=problem))
    return 0


def _serve(config: "Config", store: "Store", t: Tongue) -> None:
    from perudo.server.serve import listen, serve  # noqa: PLC0415
    from perudo.server.storage import IsBackup, StorageAway, StorageFull  # noqa: PLC0415

    try:
        store.migrate()
        store.close()
    except IsBackup:
        out.fail(
            t.say(
                "This database is a backup, and everybody may know its dice: "
                "“perudo restore” puts it back."
            )
        )
    except (StorageAway, StorageFull) as problem:
        out.fail(t.say("The database cannot be used: {reason}", reason=problem))
    try:
        sock = listen(config)
    except OSError as error:
        where = f"{config.host}:{config.port}"
        reason = error.strerror or str(error)
        out.fail(t.say("Cannot listen on {where}: {reason}", where=where, reason=reason))
    port = sock.getsockname()[1]
    everywhere = config.host in EVERYWHERE
    host = "127.0.0.1" if everywhere else config.host
    host = f"[{host}]" if ":" in host else host
    out.line(t.say("Perudo is at {url} (Ctrl-C stops it).", url=f"http://{host}:{port}"))
    if everywhere and (own := lan_address()):
        out.line(t.say("For phones on the same network: {url}", url=f"http://{own}:{port}"))
    sys.stdout.flush()  # a service's journal is a pipe, and the address belongs there at once
    serve(config, sock)
