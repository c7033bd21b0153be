"""Draw the table of each game in each language, on a desktop and on a phone, as part of `make pictures`.

It fails if a table is higher or wider than its window in one of them, or words of it are cut: words differ in length.
What pages of the help show is drawn too; `python -m tests.support.pictures_in_languages help` draws that alone, and
measures nothing.
"""

import sys
from collections.abc import Iterator, Sequence

from playwright.sync_api import Browser, Page

from bench.fold import DESKTOP, PHONE, decisions, lowest_edge
from foundation.catalogues import compile_languages, languages
from games.registry import GAMES
from tests.browser.cut_words import CUT
from tests.browser.play import filled
from tests.support.browser import chromium, launched
from tests.support.pictures import (
    DECISIONS_BEFORE,
    IMAGES,
    PLANNED,
    USUAL,
    await_teacher,
    end_opening,
    open_plan,
    snapshot,
    table_to_draw,
)
from tests.support.pictures import QUALITY as AS_IN_ENGLISH
from tests.support.site import EmbeddedSite, embedded

FOLDER = IMAGES / "languages"
QUALITY = 60
HELP = "help"
WINDOWS = {"": DESKTOP, "-phone": PHONE}
SCALE = 0.75
"""How large a picture of a desktop is kept: enough to see where words end."""
WIDTH = "document.scrollingElement.scrollWidth"


def main(slugs: Sequence[str]) -> None:
    """Draw the tables of these games, and say which do not fit."""
    compile_languages()
    FOLDER.mkdir(exist_ok=True)
    offered = languages()
    with embedded(LANGUAGES=",".join(["en-gb", *offered])) as site, launched(chromium()) as browser:
        if HELP in slugs:
            draw_for_help(browser, site, offered)
        faults = [fault for slug in slugs if slug != HELP for fault in draw_table(browser, site, slug, offered)]
    if faults:
        sys.exit("\n".join(faults))


def draw_for_help(browser: Browser, site: EmbeddedSite, offered: list[str]) -> None:
    """Draw what pages of the help show, in these languages."""
    page = table_to_draw(browser, site, PLANNED)
    for language in offered:
        read_in(page, language)
        open_plan(page)
        _save(page, "conditional-moves", language)
    page.goto(filled(site)["analysis"])
    await_teacher(page)
    for language in offered:
        read_in(page, language)
        _save(page, "analysis", language)
    page.context.close()


def read_in(page: Page, language: str) -> None:
    """Load a page in this language; the browser keeps the one that an address names."""
    page.goto(f"{page.url.split('?')[0]}?lang={language}")
    page.wait_for_selector(f"html[lang={language}]")
    end_opening(page)


def _save(page: Page, name: str, language: str) -> None:
    snapshot(page).save(FOLDER / f"{name}-{language}.webp", quality=AS_IN_ENGLISH, method=6)


def draw_table(browser: Browser, site: EmbeddedSite, slug: str, offered: list[str]) -> Iterator[str]:
    """Draw one table in the middle of a match in these languages, and yield what does not fit."""
    *_, page = decisions(browser, site, slug, DECISIONS_BEFORE.get(slug, USUAL), seats=min(4, GAMES[slug].players[-1]))
    for language in offered:
        read_in(page, language)
        page.wait_for_selector("#answer form[data-step]")
        for _ in range(2):
            page.keyboard.press("Escape")
        yield from _draw(page, f"table-{slug}", language)
    page.context.close()


def _draw(page: Page, name: str, language: str) -> Iterator[str]:
    for suffix, window in WINDOWS.items():
        edge, width = lowest_edge(page, window), page.evaluate(WIDTH)
        if edge > window.height or width > window.width:
            yield f"{name}{suffix} reaches to {width}, {edge} in {language}"
        yield from (f"{name}{suffix} cuts in {language}: {words}" for words in page.evaluate(CUT))
        picture = snapshot(page)
        if not suffix:
            picture = picture.resize((round(window.width * SCALE), round(window.height * SCALE)))
        picture.save(FOLDER / f"{name}{suffix}-{language}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    main(sys.argv[1:] or [*GAMES, HELP])
