"""``perudo``: choose the language, parse the arguments, run one command."""

import argparse
import gettext
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from perudo.cli.arguments import add_language
from perudo.cli.out import Failure, fail
from perudo.engine.editions import DEFAULT
from perudo.extras import MissingExtra, require
from perudo.i18n.languages import DEFAULT as DEFAULT_LANGUAGE
from perudo.i18n.languages import LANGUAGES, system_language
from perudo.i18n.tongue import DOMAIN, LOCALE_DIR, Tongue
from perudo.terminal.closing import HUNG_UP, is_closed
from perudo.version import __version__

COMMANDS = (
    "play", "join", "watch", "practice", "serve", "odds", "analyse", "editions", "replay", "verify",
    "convert", "arena", "exam", "train", "solve", "audit", "backup", "restore", "admin", "perft",
)  # fmt: skip
NEEDS = {
    **dict.fromkeys(("analyse", "practice"), "champion"),
    **dict.fromkeys(("exam", "solve"), "solve"),
    "train": "train",
    **dict.fromkeys(("join", "watch"), "client"),
    **dict.fromkeys(("serve", "audit", "backup", "restore", "admin"), "server"),
}
"""The extra that a command needs; the others do with the base."""
INTERRUPTED = 130
"""The exit status of a program ended by Ctrl-C."""


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    # NumPy's products here are small: threads that wait for each other only slow them down.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # Characters that cannot be decoded or shown become question marks, not tracebacks.
            stream.reconfigure(errors="replace")
    lang = DEFAULT_LANGUAGE
    try:
        lang = _language(words)
        _speak(lang)
        # Only the help and a wrong name need all commands; each one costs time to load.
        chosen = words[:1] if words and words[0] in COMMANDS else COMMANDS
        args = _parser(lang, chosen).parse_args(words)
        if args.command is None:
            _parser(lang).print_help()
            return 0
        if args.command in NEEDS:
            require(NEEDS[args.command])
        status: int = import_module(f"perudo.cli.{args.command}").run(args, lang)
        sys.stdout.flush()
        return status
    except Failure as failure:
        sys.stderr.write(f"perudo: {failure}\n")
        return failure.status
    except MissingExtra as missing:
        t = Tongue(lang, DEFAULT.key)
        text = t.say(
            "This needs {module}, which is not installed. Install it: {command}",
            module=missing.module,
            command=missing.command,
        )
        sys.stderr.write(f"perudo: {text}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\n" + Tongue(lang, DEFAULT.key).say("Stopped.") + "\n")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader closed the pipe (`perudo editions | head`): end silently.
        _say_no_more()
        return 0
    except OSError:
        if not is_closed(sys.__stdout__):
            raise
        _say_no_more()  # the terminal was closed, and the command has done all but say so
        return HUNG_UP


def _say_no_more() -> None:
    """Lose what is still to be written: Python would fail with it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _language(words: list[str]) -> str:
    """The language asked for, needed before the real parser can be built."""
    finder = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    finder.add_argument("--lang")
    try:
        asked = finder.parse_known_args(words)[0].lang
    except (argparse.ArgumentError, SystemExit):
        asked = None
    if asked is None:
        return system_language()
    if asked not in LANGUAGES:
        t = Tongue(system_language(), DEFAULT.key)
        known = ", ".join(LANGUAGES)
        fail(
            t.say("There is no language “{asked}”. Choose: {allowed}.", asked=asked, allowed=known)
        )
    return str(asked)


def _speak(lang: str) -> None:
    """Let the standard library's parser use our catalogues too."""
    os.environ["LANGUAGE"] = lang
    gettext.bindtextdomain(DOMAIN, LOCALE_DIR)
    gettext.textdomain(DOMAIN)


def _parser(lang: str, names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    t = Tongue(lang, DEFAULT.key)
    parser = argparse.ArgumentParser(
        prog="perudo",
        description=t.say("Perudo, the Peruvian bluffing dice game, by the rules of five boxes."),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"perudo {__version__}",
        help=t.say("show program's version number and exit"),
    )
    add_language(parser, t)
    commands = parser.add_subparsers(
        dest="command", metavar=t.say("COMMAND"), title=t.say("commands")
    )
    for name in names:
        module = import_module(f"perudo.cli.{name}")
        about = module.about(t)
        command = commands.add_parser(name, help=about, description=about)
        add_language(command, t)
        module.add_arguments(command, t)
    return parser


if __name__ == "__main__":
    sys.exit(main())
