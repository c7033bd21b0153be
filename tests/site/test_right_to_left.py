"""A table in a language that is read from right to left, on a phone: mirrored, and no wider than its window."""

from collections.abc import Iterator

import pytest
from django.test import override_settings
from django.utils import translation
from playwright.sync_api import BrowserContext, Route

from engine import AnyGame
from games.registry import GAMES
from tests.games.test_in_the_pseudo_language import views
from tests.site.test_live import Table
from tests.support.pseudo import RIGHT_TO_LEFT
from tests.support.tiers import some_of

WIDTH = 390
STARTS_AT = """() => {
  const head = document.querySelector("main h1").getBoundingClientRect();
  return { left: head.left, right: innerWidth - head.right };
}"""
"""How far the name of the game is from each side."""


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
def test_a_mirrored_table_fits_a_phone(game: AnyGame, context: BrowserContext) -> None:
    shown = list(views(game))
    table = Mirrored(context, shown[0])
    page = table.page
    page.set_viewport_size({"width": WIDTH, "height": 844})
    for table.view in shown:
        page.reload()
        assert page.evaluate("document.documentElement.dir") == "rtl"
        assert page.evaluate("document.scrollingElement.scrollWidth") <= WIDTH, table.view.step
        at = page.evaluate(STARTS_AT)
        assert at["right"] < at["left"]
    assert table.complaints == []
