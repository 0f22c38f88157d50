"""The languages, and which of them the system asks for."""

import locale
import os
from collections.abc import Mapping
from typing import Final

LANGUAGE_NAMES: Final = {
    "en": "English",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "nl": "Nederlands",
}
"""Each in the language itself, so that everybody finds theirs."""
LANGUAGES: Final = tuple(LANGUAGE_NAMES)
DEFAULT: Final = "en"


def system_language(environ: Mapping[str, str] | None = None) -> str:
    """The first language of the system's settings that we speak, else English."""
    environ = os.environ if environ is None else environ
    chosen = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    # As in gettext: LANGUAGE is a list of preferences, and the C locale overrules it.
    wanted = environ.get("LANGUAGE", "").split(":") if chosen.split(".")[0] != "C" else []
    wanted.append(chosen or locale.getlocale()[0] or "")
    for name in wanted:
        lang = name[:2].lower()
        if lang in LANGUAGES and not name[2:3].isalpha():
            return lang
    return DEFAULT
