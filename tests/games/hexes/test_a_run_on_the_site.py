"""A run that is composed in a browser is scored by the site."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.site import EmbeddedSite

PREPARE = """
from django.utils import timezone
from tests.games.hexes.site_tables import match_about_to_lay
print(match_about_to_lay("ana", "ben", now=timezone.now()).pk)
"""


@pytest.mark.exhaustive("a run that is scored; `make test` composes one")
def test_a_run_of_two_is_scored_in_the_log(page: Page, page_errors: list[str], embedded_site: EmbeddedSite):
    number = embedded_site.manage("shell", "-v0", "-c", PREPARE).split()[-1]
    page.goto(f"{embedded_site.url}/accounts/login/")
    page.fill("input[name=login]", "ana")
    page.fill("input[name=password]", "piecepack")
    page.click("main button[type=submit]")
    page.wait_for_url("**/turns/")
    page.goto(f"{embedded_site.url}/table/{number}/")
    for _ in range(2):
        page.locator("label:has(input[name=hex]):not([hidden])").first.click()
        page.locator("[data-cell]").first.click()
        page.get_by_role("button", name="Lay another beside it").click()
    page.locator("label:has(input[name=hex]):not([hidden])").first.click()
    page.locator("[data-cell]").first.click()
    page.get_by_role("button", name="Take back").click()
    summary = page.locator("[data-choice] strong").inner_text()
    count, points = summary.split(", ")
    assert count == "2 hexes"
    page.get_by_role("button", name="Send the run of 2 hexes").click()
    scored = f"Your run of 2 hexes scored {points.removesuffix(' so far')}"
    expect(page.locator(".log").get_by_text(scored)).to_be_visible()
    # Each hex moves the table, and a newer refresh stops the one before it.
    page_errors[:] = [
        summary for summary in page_errors if not summary.startswith(("htmx:sendAbort", "htmx:afterRequest"))
    ]
