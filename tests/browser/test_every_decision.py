"""Each kind of decision of each game, on a phone and a desktop: it fits its window, words are whole, targets large."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from bench.fold import DESKTOP, MAKE, PHONE, lowest_edge, open_decision, open_to_change
from games.registry import GAMES
from piecepack_site.languages import LANGUAGE_COOKIE_NAME, OFFERED_LANGUAGES
from tests.browser.cut_words import CUT
from tests.browser.every_decision import EVERY_DECISION, TO_CHANGE
from tests.browser.play import logged_in, made_by
from tests.browser.test_targets import SMALL
from tests.support.site import EmbeddedSite
from tests.support.tiers import some_of

pytestmark = pytest.mark.long("each decision in a browser; `make test` plays a match in one")

KIND = "() => document.querySelector('[data-coach] [data-kind]').dataset.kind"
HEADS = """() => [...document.querySelectorAll(".masthead, .table-head")]
  .reduce((sum, head) => sum + head.getBoundingClientRect().height, 0)"""
MOST_ABOVE = 96
"""As many pixels the site's head and the table's may be high together."""
WORDS = """() => ["#live h1", ".ask h2"].map((part) => {
  const shown = [...document.querySelectorAll(part)].find((one) => one.checkVisibility());
  return shown.innerText.trim().split(/\\s+/);
})"""
"""The words above the board but those of the buttons, and the words of the question."""
MOST_WORDS = 12
WINDOWS = (DESKTOP, PHONE)
WORD = """() => {
  const word = new Text("!");
  document.querySelector(".ask h2").append(word);
  document.body.offsetHeight;
  word.remove();
}"""
"""Adds a word to the question, lays out the page, and takes it away again."""
MOST_STYLINGS = 100
"""As many times one word more may have parts of a page styled, as a container does each time it gets another size."""


@pytest.fixture(scope="module")
def tables(embedded_site: EmbeddedSite) -> dict[str, int]:
    """The number of a table for each kind, and for each at which an answer can be changed."""
    return made_by(embedded_site, MAKE)


@pytest.fixture(scope="module")
def ana(browser: Browser, embedded_site: EmbeddedSite) -> Iterator[Page]:
    """Her browser: all the tables wait for her."""
    context, page = logged_in(browser, embedded_site.url, "ana")
    yield page
    context.close()


@pytest.mark.parametrize("kind", EVERY_DECISION)
@pytest.mark.sampled(1, "every kind of decision, not one")
def test_all_is_in_the_window_words_are_whole_and_targets_large(kind: str, ana: Page, tables: dict[str, int]) -> None:
    open_decision(ana, tables[kind])
    assert ana.evaluate(KIND) in kind.split(", ")[1]
    for window in WINDOWS:
        assert lowest_edge(ana, window) <= window.height
        assert 0 < ana.evaluate(HEADS) <= MOST_ABOVE, window
        for words in ana.evaluate(WORDS):
            assert 0 < len(words) <= MOST_WORDS, words
        found = [*ana.evaluate(CUT), *ana.evaluate(SMALL)]
        assert not found, "\n".join([str(window), *found])
        assert _stylings(ana) <= MOST_STYLINGS, window


def _stylings(page: Page) -> float:
    """How often parts of the page are styled after a word has changed."""
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable")
    counts = []
    for _ in range(2):
        counts.append({one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]})
        page.evaluate(WORD)
    line.detach()
    return float(counts[1]["RecalcStyleCount"] - counts[0]["RecalcStyleCount"])


@pytest.mark.parametrize("kind", TO_CHANGE)
@pytest.mark.sampled(1, "every kind of answer that can be changed, not one")
def test_a_sealed_answer_is_changed_in_the_window_too_with_its_pieces_once(
    kind: str, ana: Page, tables: dict[str, int]
) -> None:
    open_to_change(ana, tables[kind])
    for window in WINDOWS:
        assert lowest_edge(ana, window) <= window.height
        found = [*ana.evaluate(CUT), *ana.evaluate(SMALL)]
        assert not found, "\n".join([str(window), *found])
        expect(ana.locator(".sealed, .ask [class^=own-]").filter(visible=True)).to_have_count(0)
    for scheme in ("light", "dark"):
        ana.emulate_media(color_scheme=scheme)
        result = Axe().run(ana)
        assert result.violations_count == 0, f"{scheme}\n{result.generate_report()}"


@pytest.mark.parametrize("kind", EVERY_DECISION)
@pytest.mark.sampled(1, "every kind of decision in other languages, not one")
def test_longer_words_of_other_languages_fit_too(
    kind: str, ana: Page, embedded_site: EmbeddedSite, tables: dict[str, int]
) -> None:
    found = []
    for language in OFFERED_LANGUAGES[1:]:
        ana.context.add_cookies([{"name": LANGUAGE_COOKIE_NAME, "value": language, "url": embedded_site.url}])
        open_decision(ana, tables[kind])
        assert ana.evaluate("document.documentElement.lang") == language
        for window in WINDOWS:
            edge = lowest_edge(ana, window)
            found += [f"{language}, {window}: {words}" for words in ana.evaluate(CUT)]
            found += [f"{language}, {window}: ends at {edge}"] if edge > window.height else []
    ana.context.clear_cookies(name=LANGUAGE_COOKIE_NAME)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("slug", some_of(GAMES, 1, "every game, not one"))
def test_a_piece_says_what_it_does_on_focus_and_on_hover(slug: str, ana: Page, tables: dict[str, int]) -> None:
    explained = ana.locator(".mat [data-about][tabindex='0']")
    for kind in [kind for kind in EVERY_DECISION if kind.startswith(f"{slug}, ")]:
        open_decision(ana, tables[kind])
        # Nothing lies on the board of TP5 while its host chooses.
        if explained.count():
            break
    ana.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    for _ in range(2):
        ana.keyboard.press("Escape")
    piece, about = explained.first, ana.locator("p.about")
    words = str(piece.get_attribute("data-about"))
    ana.keyboard.press("Tab")
    piece.focus()
    expect(about).to_have_text(words)
    piece.blur()
    expect(about).to_be_hidden()
    piece.hover()
    expect(about).to_have_text(words)
