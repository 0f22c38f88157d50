"""Make the icons for home screens from ``icon.svg``, and the card of a shared link.

A home screen may cut an icon to a circle or any other shape, so the picture fills the whole square:
the area outside the rounded corners takes the colour of the felt, and everything important lies in
the middle four fifths.
"""

import shutil
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from perudo.web import assets
from tools.palette import with_palette

STATIC = Path(__file__).parents[1] / "src" / "perudo" / "web" / "static"
SIZES = (192, 512)
FELT = "#1d6a58"
PAGE = "<style>body{{margin:0;background:{felt}}}svg{{display:block;width:100vw}}</style>{drawing}"

CARD = {"width": 1200, "height": 630}
"""The size that sites show beside a link."""
CARD_PAGE = """<html data-theme="light"><style>{style}
body {{ margin: 0; width: 1200px; height: 630px; overflow: hidden;
  display: grid; place-items: center; grid-template-columns: 1fr 730px;
  padding: 0 50px 0 70px; box-sizing: border-box; background:
  radial-gradient(ellipse at 70% 20%, #2a8a72, #1d6a58 45%, #0f4238); color: #fffdf7; }}
.hero-art {{ width: 730px; height: auto; border-radius: 28px; }}
h1 {{ margin: 0; font: 800 108px system-ui, sans-serif; letter-spacing: -3px; }}
.dice {{ display: flex; gap: 16px; margin-top: 34px; --die-size: 84px; }}
</style><body>{sprite}
<div><h1>Perudo</h1><div class="dice">{dice}</div></div>{hero}</body></html>"""
TEMPLATES = STATIC.parent / "templates"


def card(browser: Browser) -> None:
    """Draw the card without words but the game's name: it is the same in every language."""
    html = CARD_PAGE.format(
        style=assets.styles("base", "art", "home").text,
        sprite=assets.read("sprite.svg"),
        dice="".join(f'<svg class="die"><use href="#d{face}"/></svg>' for face in (5, 5, 1)),
        hero=(TEMPLATES / "hero.html").read_text(encoding="utf-8"),
    )
    page = browser.new_page(viewport=CARD)  # type: ignore[arg-type]
    page.set_content(html)
    picture = page.screenshot(animations="disabled")
    (STATIC / "card.png").write_bytes(with_palette(browser.new_page(), picture))


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
        card(browser)
        browser.close()


if __name__ == "__main__":
    main()
