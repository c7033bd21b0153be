"""The first question of TP5, on a phone: its list of answers, and what each phestivity does."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.fold import PHONE, lowest_edge, open_decision
from games.tp5.rules.meanings import MEANINGS
from games.tp5.rules.options import Key
from tests.browser.play import listening, logged_in, made_by
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.long("two small parts of one game in a browser; `make test` plays a match in one")

MAKE = (
    "from tests.browser.every_decision import EVERY_DECISION;"
    "from tests.browser.tables_under_way import make;"
    "make({'choose': EVERY_DECISION['tp5, choose']})"
)
LAST: tuple[Key, ...] = ("double_dip", "land_mine", "number_is_up")


@pytest.fixture
def asked(browser: Browser, embedded_site: EmbeddedSite) -> Iterator[Page]:
    """The page of a dealer who chooses what is in play."""
    context, page = logged_in(browser, embedded_site.url, "ana")
    open_decision(page, made_by(embedded_site, MAKE)["choose"])
    listening(page)
    page.keyboard.press("Escape")
    yield page
    context.close()


def tick(page: Page, *keys: str) -> None:
    """Tap phestivities."""
    for key in keys:
        page.click(f"label:has(#phestivity-{key})")


def refresh(page: Page) -> None:
    """Have the page fetch the table again."""
    with page.expect_response("**/live/**"):
        page.evaluate("htmx.trigger(document.body, 'table-moved')")
    page.wait_for_selector("#live:not(.htmx-request, .htmx-settling)")


def test_a_long_list_takes_the_place_of_the_form_until_it_is_closed_or_answered(asked: Page) -> None:
    path, seals = asked.url, asked.get_by_role("button", name="Start the round")
    tick(asked, "double_dip")
    asked.click(".tp5-every a")
    answers = asked.locator("#every-way-action")
    expect(answers).to_be_in_viewport(ratio=1)
    expect(seals).to_have_count(1)
    expect(seals).to_be_in_viewport(ratio=1)
    assert asked.url == path
    answers.select_option(index=3)
    chosen = answers.input_value()
    refresh(asked)
    expect(answers).to_be_visible()
    expect(answers).to_have_value(chosen)
    asked.click(".tp5-every summary")
    expect(asked.locator("#phestivity-double_dip")).to_be_checked()
    expect(seals).to_have_count(1)
    expect(seals).to_be_in_viewport(ratio=1)
    asked.click(".tp5-every summary")
    seals.click()
    expect(answers).to_have_count(0)
    refresh(asked)
    expect(asked.locator(".tp5-every[open]")).to_have_count(0)


def test_the_phestivity_ticked_last_is_explained_in_the_window(asked: Page) -> None:
    meaning, choice = asked.locator("[data-meaning]"), asked.locator("[data-choice]")
    before = str(meaning.text_content())
    for key in LAST:
        tick(asked, key)
        expect(meaning).to_contain_text(MEANINGS[key])
        expect(meaning).to_be_in_viewport(ratio=1)
        assert lowest_edge(asked, PHONE) <= PHONE.height
    refresh(asked)
    expect(choice).to_contain_text("Double Dip")
    expect(meaning).to_contain_text(MEANINGS[LAST[-1]])
    tick(asked, *LAST)
    expect(meaning).to_have_text(before)
