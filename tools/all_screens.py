"""Take a picture of every state of a table at every size that we promise, in light and dark.

    make screens-all                 # into screens/, which is not committed

They are for looking at, one by one. ``--lang`` takes them in another language.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from testkit.browsers import chromium
from testkit.serving import Serving
from testkit.web.people import Person
from testkit.web.states import SIZES, SMALL_PHONE, Course, resize, show

SEATS = (2, 6)
LOOKS = ("light", "dark")
PAGES = {"home": "/", "setup": "/new", "hot": "/hot"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("screens"))
    parser.add_argument("--lang", default="en")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Serving(f"sqlite:///{folder}/tables.db") as serving,
        chromium() as browser,
    ):
        for seats in SEATS:
            walk(browser, serving.url, seats, args.out, args.lang)


def walk(browser: Browser, url: str, seats: int, out: Path, lang: str) -> None:
    course = Course(url, seats)
    person = Person(browser, url, size=SMALL_PHONE, token=course.host.token, locale=lang)
    page = person.go_to("/privacy").page

    def take(name: str) -> None:
        for look in LOOKS:
            page.emulate_media(color_scheme=look)  # type: ignore[arg-type]
            for size in SIZES:
                resize(page, size)
                file = f"{name}-{size['width']}x{size['height']}-{look}.png"
                page.screenshot(path=out / file, animations="disabled")
        sys.stderr.write(f"{name}\n")

    for name, path in PAGES.items() if seats == SEATS[0] else ():
        person.go_to(path)
        take(name)
    for state in course.states():
        show(page, state)
        take(f"{state.name}-{seats}")
    person.close()
    course.close()


if __name__ == "__main__":
    main()
