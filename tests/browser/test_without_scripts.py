"""Without JavaScript, a guest answers in every game by plain forms."""

import random

import pytest
from playwright.sync_api import Browser, Page

from bench.fold import PHONE
from games.registry import GAMES
from tests.browser.play import MOST_TRIES, MOVED, play_now
from tests.support.site import EmbeddedSite, eventually
from tests.support.tiers import some_of

ANSWERS = 5
PATIENCE_S = 60
INPUTS = "#live :is([form=answer-form], form[data-step] input)"
NEXT_STEP = "#answer form[data-step]"


def visible(page: Page, kind: str) -> list[tuple[str, str]]:
    """The name and number of each radio button or box whose label can be seen."""
    found = page.locator(f"{INPUTS}[type={kind}]:enabled")
    all_of_them = found.evaluate_all("all => all.map(one => [one.name, one.id, one.labels[0]?.checkVisibility()])")
    return [(name, number) for name, number, is_seen in all_of_them if is_seen]


def tap(page: Page, number: str) -> None:
    page.locator(f"label:has(#{number})").click()


def fill(page: Page, dice: random.Random) -> None:
    """Open what is folded up, and choose at random."""
    for summary in page.locator("#answer form[data-step] details:not([open]) > summary:visible").all():
        summary.click()
    for kind in sorted({name for name, _ in visible(page, "radio")}):
        tap(page, dice.choice([number for name, number in visible(page, "radio") if name == kind]))
    for _, number in visible(page, "checkbox"):
        if dice.random() < 0.5:
            tap(page, number)


def answer(page: Page, dice: random.Random) -> None:
    """Fill in the form and send it, again while the site refuses it."""
    for _ in range(MOST_TRIES):
        fill(page, dice)
        page.locator("#answer form[data-step] button.seal").click()
        if not page.locator("#answer [role=alert]").count():
            return
    raise AssertionError(f"No answer was taken:\n{page.inner_text('#answer')[:1500]}")


def is_asked(page: Page, table: str) -> bool:
    """Load the table afresh, as a page without scripts follows nothing."""
    page.goto(table)
    return page.locator(MOVED).count() > 0


@pytest.mark.parametrize("slug", some_of(GAMES, 1, "every game by plain forms, not one"))
def test_plain_forms_answer(slug: str, browser: Browser, embedded_site: EmbeddedSite) -> None:
    context = browser.new_context(
        base_url=embedded_site.url,
        viewport={"width": PHONE.width, "height": PHONE.height},
        java_script_enabled=False,
    )
    page, dice = context.new_page(), random.Random(slug)
    steps: list[int] = []
    page.goto("/")
    play_now(page, slug).click()
    page.wait_for_url("**/table/*/")
    table = page.url
    while len(steps) < ANSWERS:
        assert eventually(lambda: is_asked(page, table), PATIENCE_S)
        if page.locator("#result-title").count():
            break
        steps.append(int(str(page.get_attribute(NEXT_STEP, "data-step"))))
        answer(page, dice)
    assert steps and steps == sorted(set(steps))
    context.close()
