"""An organiser runs a ladder, a season and a tournament to their end in a real browser, and nowhere else."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.support.site import EmbeddedSite, eventually

pytestmark = pytest.mark.slow
SERIOUS = {"serious", "critical"}


@pytest.fixture
def ana(embedded_site: EmbeddedSite, page: Page) -> Page:
    """The demo's organiser, logged in."""
    page.goto(f"{embedded_site.url}/accounts/login/")
    page.fill("input[name=login]", "ana")
    page.fill("input[name=password]", "piecepack")
    page.click("main button[type=submit]")
    page.wait_for_url("**/turns/")
    return page


def submit(page: Page, words: str) -> None:
    """Press the button with these words and wait for the page that comes."""
    page.get_by_role("button", name=words).first.click()
    page.wait_for_load_state()


def accessible(page: Page) -> None:
    found = [one for one in Axe().run(page).response["violations"] if one["impact"] in SERIOUS]
    assert found == [], [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]


def shows(page: Page, words: str) -> Callable[[], Any]:
    def check() -> bool:
        page.reload()
        return words in page.inner_text("main")

    return check


def test_a_ladder_with_a_season(ana: Page, embedded_site: EmbeddedSite) -> None:
    ana.goto(f"{embedded_site.url}/ladders/")
    ana.get_by_role("link", name="Open a ladder").first.click()
    ana.get_by_role("link", name="A ladder of Hex Auction").click()
    ana.fill("[name=title]", "Hexes on Tuesday")
    ana.select_option("[name=seats_to]", "3")
    ana.fill("[name=divisions]", "Upper, Lower")
    submit(ana, "Open the ladder")
    ana.get_by_role("link", name="Import a list of players").click()
    ana.fill("textarea", "ben, Upper\ncleo, Upper\nnobody\nRandom-1, Lower")
    submit(ana, "Look at the list")
    assert "3 of 4 lines can be entered" in ana.inner_text("main")
    accessible(ana)
    submit(ana, "Enter 3 players")
    # Before joining: who stands on a ladder cannot end its season early.
    ana.get_by_role("link", name="Announce a season").click()
    ana.fill("[name=title]", "Spring")
    ana.fill("[name=starts_at]", "2026-01-01T00:00")
    ana.fill("[name=ends_at]", "2090-01-01T00:00")
    submit(ana, "Announce the season")
    submit(ana, "End Spring now")
    assert "The final table, as it stood" in ana.inner_text("main")
    ana.goto(f"{embedded_site.url}/ladder/hexes-on-tuesday/")
    submit(ana, "Join this ladder")
    assert "You stand 2nd of 2 in Lower" in ana.inner_text("main")
    ana.get_by_label("Invite Random-1").check()
    accessible(ana)
    submit(ana, "Challenge these")
    assert "The challenge is out." in ana.inner_text("body") and "is being played" in ana.inner_text("main")
    accessible(ana)
    ana.goto(f"{embedded_site.url}/ladder/hexes-on-tuesday/")
    submit(ana, "Close this ladder")
    assert "This ladder is closed" in ana.inner_text("main")


def test_a_tournament_of_bots_that_the_site_plays_to_its_end(ana: Page, embedded_site: EmbeddedSite) -> None:
    ana.goto(f"{embedded_site.url}/ladders/")
    ana.get_by_role("link", name="Announce one").click()
    ana.get_by_role("link", name="A tournament of Plaque Auction").click()
    ana.fill("[name=title]", "The bots' cup")
    ana.select_option("[name=kind]", "robin")
    ana.fill("[name=starts_at]", "2090-01-01T12:00")
    ana.fill("[name=option_hands]", "1")
    ana.fill("[name=option_tokens]", "10")
    submit(ana, "Announce the tournament")
    for name in ("Random-1", "Steady-1"):
        ana.fill("[name=name]", name)
        submit(ana, "Enter this player")
    accessible(ana)
    submit(ana, "Start now")
    eventually(shows(ana, "Over since"), 60)
    assert ana.locator("svg.crosstable").count() == 1 and "wins" in ana.inner_text("main")
    accessible(ana)
    ana.get_by_role("link", name="Random-1").first.click()
    assert "1 rated match" in ana.inner_text("main")
    assert ana.locator("#trophies").count() == 1
    accessible(ana)
