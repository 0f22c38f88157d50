"""Make the icons for home screens from ``icon.svg``.

A home screen may cut an icon to a circle or any other shape, so the picture fills the whole square:
the area outside the rounded corners takes the colour of the felt, and everything important lies in
the middle four fifths.
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[1] / "src" / "perudo" / "web" / "static"
SIZES = (192, 512)
FELT = "#1d6a58"
PAGE = "<style>body{{margin:0;background:{felt}}}svg{{display:block;width:100vw}}</style>{drawing}"


def main() -> None:
    html = PAGE.format(felt=FELT, drawing=(STATIC / "icon.svg").read_text(encoding="utf-8"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(html)
            page.screenshot(path=STATIC / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
