"""Messages of the standard library's argument parser, so that our catalogues translate them.

They change between Python versions; these are those of Python 3.11 to 3.13.
"""

from typing import Final


def N_(message: str) -> str:  # noqa: N802
    """Mark a message for the catalogues."""
    return message


def N2_(one: str, many: str) -> tuple[str, str]:  # noqa: N802
    return one, many


SAID: Final = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("%(heading)s:"),
    N_("show this help message and exit"),
    N_("show program's version number and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("expected one argument"),
    N_("expected at least one argument"),
    N_("expected at most one argument"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
)
SAID_COUNTED: Final = (N2_("expected %s argument", "expected %s arguments"),)
