"""The buttons through the steps of a match stand in one row on a phone, each where it stood at the step before."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Browser

from games.registry import GAMES

STYLES = Path(__file__).parents[2] / "static" / "css"
SHEETS = ("tokens", "layout", "type", "components", "choices", "log", "replay")
LAST = 120
PLACES = """() => [...document.querySelectorAll(".replay-bar a")].map((link) => {
  const { x, y, right } = link.getBoundingClientRect();
  return [link.textContent.trim(), [Math.round(x), Math.round(y)], right, link.scrollWidth > link.clientWidth];
})"""


def bar(step: int) -> str:
    game = GAMES["bid"]
    view = SimpleNamespace(
        number=1,
        slug=game.slug,
        rules_version=game.rules_version,
        fork_words="",
        status="finished",
        step=step,
        last_step=LAST,
        taken_back=False,
    )
    style = "".join((STYLES / f"{name}.css").read_text() for name in SHEETS)
    return f"<style>{style}</style>" + render_to_string("matches/_replay_bar.html", {"view": view})


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_the_buttons_of_a_replay_stay_where_they_are(browser: Browser, language: str) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740})
    places: dict[str, set[tuple[int, int]]] = {}
    with translation.override(language):
        for step in (0, 1, LAST - 1, LAST):
            page.set_content(bar(step))
            found = page.evaluate(PLACES)
            for words, place, right, cut in found:
                places.setdefault(words, set()).add(tuple(place))
                assert right <= 348 and not cut, words
            rows = {place[1] for _, place, *_ in found}
            assert len(rows) <= 2, rows
    page.close()
    assert len(places) == 5
    assert {words: spots for words, spots in places.items() if len(spots) > 1} == {}
