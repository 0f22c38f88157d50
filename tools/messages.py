"""Update the catalogues with the messages of the code.

New messages are added untranslated (a test fails until they are translated), unused ones are
removed, and nothing else changes: a second run does nothing.
"""

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parents[1] / "src" / "perudo"
KEYWORDS = {
    "say": None,
    "plural": (1, 2),
    "P_": ((1, "c"), 2),
    "PN_": ((1, "c"), 2, 3),
    "N_": None,
    "N2_": (1, 2),
}

TEMPLATES = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}


def template() -> Catalog:
    found = Catalog()
    methods = [("**.py", "python"), ("web/templates/**.html", "jinja2")]
    options = {"**.py": {"encoding": "utf-8"}, "web/templates/**.html": TEMPLATES}
    for _, _, message, _, context in extract_from_dir(SOURCE, methods, options, KEYWORDS):
        found.add(message, context=context)
    return found


def main() -> None:
    messages = template()
    for path in sorted(SOURCE.glob("i18n/locale/*/LC_MESSAGES/perudo.po")):
        header = path.read_text(encoding="utf-8").split("\n\n")[0]
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.parent.parent.name)
        catalogue.update(messages, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        body = io.BytesIO()
        write_po(body, catalogue, width=100, no_location=True, omit_header=True)
        text = f"{header}\n\n{body.getvalue().decode().strip()}\n"
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
