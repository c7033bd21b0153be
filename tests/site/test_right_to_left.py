"""Pages in a language that is read from right to left: mirrored, and no wider than a phone or a desktop."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client, override_settings
from django.utils import translation
from playwright.sync_api import BrowserContext, Page, Route

from bench.fold import DESKTOP, PHONE
from engine import AnyGame
from games.registry import GAMES
from tests.games.test_in_the_pseudo_language import views
from tests.matches.test_two_worlds import some_steps
from tests.site.test_live import HOME, Table
from tests.support.pseudo import RIGHT_TO_LEFT
from tests.support.tiers import evenly, some_of

pytestmark = pytest.mark.long("mirrored pages in a browser")

STARTS_AT = """() => {
  const title = document.createRange();
  title.selectNodeContents(document.querySelector("main h1 bdi") ?? document.querySelector("main h1"));
  const head = title.getBoundingClientRect();
  return { left: head.left, right: innerWidth - head.right };
}"""
"""How far the title is from each side."""
OUTSIDE = """() => {
  const isScroller = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  const scrolls = (element) => element && (isScroller(element) || scrolls(element.parentElement));
  const isOutside = ({ left, right, width }) => width > 1 && (left < 0 || right > innerWidth);
  return [...document.querySelectorAll("main :is(h1, h2, h3, p, li, a, button, input, select, td)")]
    .filter((element) => isOutside(element.getBoundingClientRect()) && !scrolls(element))
    .map((element) => element.textContent.trim());
}"""
"""What lies beyond an edge of the window, which may be cut off there."""
TURNED = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const left = (text, at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  };
  const found = [];
  for (let text; (text = texts.nextNode()); ) {
    const at = text.data.indexOf("Bid!");
    if (text.data.trim() === "Bid!" && left(text, at) > left(text, at + 3)) found.push(text.parentElement.outerHTML);
  }
  return found;
}"""
"""Where the name of a game stands as “!Bid”."""
SPREAD = """() => [...document.querySelectorAll(".seat")].flatMap((seat) => {
  const box = seat.getBoundingClientRect();
  return [...seat.querySelectorAll("svg:not(.envelope)")].filter((drawn) => {
    const { left, right } = drawn.getBoundingClientRect();
    return left < box.left - 1 || right > box.right + 1;
  }).map((drawn) => drawn.outerHTML.slice(0, 200));
})"""
"""Pieces of a player that lie outside the player’s place; an envelope may be there for ears alone."""
MOST_SHOWN = 8
"""So many moments of a match are looked at: many questions of a game look alike but for the piece that they name."""
PAGES = (
    *("/", "/turns/", "/tables/", "/tables/new/bid/", "/ladders/", "/notices/choose/", "/people/ana/", "/people/me/"),
    *("/rules/bid/", "/help/players/", "/clubs/", "/friends/"),
)


class Mirrored(Table):
    """A table's page served to one reader of that language."""

    def _serve(self, route: Route) -> None:
        # The browser asks for files while others are on their way, in contexts of their own.
        translation.activate(RIGHT_TO_LEFT)
        super()._serve(route)


@pytest.fixture(autouse=True)
def _read_from_right_to_left(pseudo_languages: None) -> Iterator[None]:
    with (
        override_settings(LANGUAGES=[("en-gb", "English"), (RIGHT_TO_LEFT, "⟦⟧")]),
        translation.override(RIGHT_TO_LEFT),
    ):
        yield


@pytest.mark.parametrize("game", some_of(GAMES.values(), 1, "every game, not one"))
def test_a_mirrored_table_fits_its_window(game: AnyGame, context: BrowserContext) -> None:
    shown = evenly(list(views(game)), MOST_SHOWN)
    table = Mirrored(context, shown[0])
    for table.view in shown:
        table.page.reload()
        see_that_it_is_mirrored(table.page, f"step {table.view.step}", SPREAD)
    assert table.complaints == []


@pytest.mark.django_db
def test_mirrored_pages_fit_their_window(context: BrowserContext) -> None:
    _, (ana, *_) = some_steps("bid", 3, 3)
    client = Client(headers={"Accept-Language": RIGHT_TO_LEFT})
    client.force_login(ana)
    pages = {path: client.get(path).content.decode() for path in PAGES}
    context.route(f"{HOME}/**", lambda route: serve(route, pages))
    page = context.new_page()
    for path in PAGES:
        page.goto(f"{HOME}{path}")
        see_that_it_is_mirrored(page, path, OUTSIDE, TURNED)


def serve(route: Route, pages: dict[str, str]) -> None:
    """Give the browser a page that was made before, or a file."""
    path = urlsplit(route.request.url).path
    if path in pages:
        route.fulfill(body=pages[path], content_type="text/html; charset=utf-8")
    elif path.startswith("/static/"):
        route.fulfill(path=Path(str(finders.find(path.removeprefix("/static/")))))
    else:
        route.fulfill(status=404)


def see_that_it_is_mirrored(page: Page, where: str, *finders_of_faults: str) -> None:
    """See in each window that a page begins on the right, is no wider than the window, and has none of these faults."""
    for window in (DESKTOP, PHONE):
        page.set_viewport_size({"width": window.width, "height": window.height})
        assert page.evaluate("document.documentElement.dir") == "rtl", where
        assert page.evaluate("document.scrollingElement.scrollWidth") <= window.width, (where, window)
        at = page.evaluate(STARTS_AT)
        assert at["right"] <= at["left"], (where, window)
        for faults in finders_of_faults:
            assert page.evaluate(faults) == [], (where, window)
