"""Takes the pictures of the terminal for README and docs: docs/screens/terminal*.svg.

A real session with a seed, played by keys, as Textual exports it. The fonts that the export names
are on another host and are left out: pages of ours load nothing from elsewhere.
"""

import asyncio
import re
from pathlib import Path
from typing import Final

from testkit.terminal import local_app, until_waiting

SCREENS: Final = Path(__file__).resolve().parents[1] / "docs" / "screens"
PICTURES: Final = (
    ("terminal", ("left", "up"), "dark"),
    ("terminal-showdown", ("d",), "dark"),
    ("terminal-light", ("h",), "light"),
)
"""Names, the keys pressed once it is one's turn, and the theme."""
_FONTS: Final = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)
_LOCAL_FONTS: Final = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


async def picture(keys: tuple[str, ...], theme: str) -> str:
    shown, _ = local_app(options=("calza", "visible-dice"), theme=theme)
    async with shown.run_test(size=(80, 24)) as pilot:
        await until_waiting(pilot, turn=True)
        for key in keys:
            await pilot.press(key)
        await pilot.pause()
        return without_fonts(shown.export_screenshot(title="perudo play"))


def without_fonts(svg: str) -> str:
    svg = _FONTS.sub("", svg).replace("Fira Code", "DejaVu Sans Mono")
    svg = re.sub(r"font-family: [^;]*DejaVu[^;]*;", f"font-family: {_LOCAL_FONTS};", svg)
    svg = re.sub(r"<!--.*?-->\s*", "", svg)
    # The names of its classes hold a number that changes from run to run.
    return re.sub(r"terminal-\d+", "terminal", svg) + "\n"


def main() -> None:
    for name, keys, theme in PICTURES:
        path = SCREENS / f"{name}.svg"
        path.write_text(asyncio.run(picture(keys, theme)), encoding="utf-8")


if __name__ == "__main__":
    main()
