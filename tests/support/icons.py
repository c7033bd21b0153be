"""Draw the icons of the site as pictures, for phones and old browsers, from `static/icon.svg`."""

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

STATIC = Path(__file__).resolve().parents[2] / "static"
PAPER = "#fcf8ef"
LARGEST = 512
MASKED, ROUNDED = 0.66, 0.76
"""How much of the width the icon takes where a phone may cut off the edges, and where it rounds the corners."""


def draw_icons(browser: Browser) -> None:
    """Write all icons."""
    # On a page of the site, its content security policy would refuse the style of `drawn`.
    page = browser.new_page()
    icons = STATIC / "icons"
    icons.mkdir(exist_ok=True)
    whole, masked = drawn(page, 1), drawn(page, MASKED)
    for size in (192, LARGEST):
        resized(whole, size).save(icons / f"{size}.png", optimize=True)
    masked.save(icons / "maskable.png", optimize=True)
    resized(drawn(page, ROUNDED), 180).save(icons / "apple.png", optimize=True)
    whole.save(STATIC / "root" / "favicon.ico", sizes=[(16, 16), (32, 32), (48, 48)])
    page.close()


def drawn(page: Page, share: float) -> Image.Image:
    """Return the icon in the middle of paper, or the icon alone if it takes the whole width."""
    svg = (STATIC / "icon.svg").read_text()
    ground = PAPER if share < 1 else "transparent"
    page.set_viewport_size({"width": LARGEST, "height": LARGEST})
    page.set_content(
        f"<style>body {{ margin: 0; display: grid; place-items: center; height: 100vh; background: {ground} }}"
        f"svg {{ width: {share:.0%} }}</style>{svg}"
    )
    return Image.open(io.BytesIO(page.screenshot(omit_background=True)))


def resized(icon: Image.Image, size: int) -> Image.Image:
    """Return the icon at a smaller size."""
    return icon.resize((size, size), Image.Resampling.LANCZOS)
