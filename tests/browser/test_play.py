"""Every game is played to its end by two people at real browsers and a bot."""

import random

import httpx
import pytest
from playwright.sync_api import Browser, Page

from games.registry import GAMES
from games.verify import check_file
from tests.browser.play import join_table, logged_in, open_table, play_on, play_to_the_end
from tests.support.site import EmbeddedSite, eventually

SHORT: dict[str, dict[str, str]] = {
    "bid": {"target": "25"},
    "manipulation": {"turn_limit": "24"},
    "hexes": {"specials_to_end": "2"},
    "plaque-auction": {"hands": "1", "tokens": "10"},
    "concealed-draw": {"lives": "1"},
    "tp5": {"rounds": "1", "chosen_by": "host"},
}
"""Options that make a match of each game short."""
QUICK = ("bid", "plaque-auction", "concealed-draw")
"""Games whose matches end soon even with two browsers."""


BEGUN = 6
"""So many answers are given at the long games that `make test` begins and does not end."""
WHOLE = pytest.mark.exhaustive("whole matches of the long games; `make test` begins them and ends the short ones")


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug not in QUICK])
@pytest.mark.exhaustive("the first answers of each long game; `make test` plays a short one to its end")
def test_two_people_and_a_bot_begin(slug: str, browser: Browser, embedded_site: EmbeddedSite) -> None:
    ana_context, ana = logged_in(browser, embedded_site.url, "ana")
    ben_context, ben = logged_in(browser, embedded_site.url, "ben")
    try:
        path = open_table(ana, slug, bots=1, options=SHORT.get(slug, {}))
        join_table(ben, path)
        play_on([ana, ben], path, random.Random(slug), answers=BEGUN)
    finally:
        ana_context.close()
        ben_context.close()


def checked(page: Page, path: str) -> None:
    """See a match checked. On a busy machine the site asks people to try again in a few seconds."""
    eventually(lambda: bool(page.goto(f"{path}check/")) and page.locator("text=follow").count(), 120)


@pytest.mark.parametrize("slug", [slug if slug in QUICK else pytest.param(slug, marks=WHOLE) for slug in GAMES])
@pytest.mark.timeout(1000)
@pytest.mark.sampled(1, "a whole match of each game, not of one")
def test_two_people_and_a_bot_play_to_the_end(slug: str, browser: Browser, embedded_site: EmbeddedSite) -> None:
    ana_context, ana = logged_in(browser, embedded_site.url, "ana")
    ben_context, ben = logged_in(browser, embedded_site.url, "ben")
    try:
        path = open_table(ana, slug, bots=1, options=SHORT.get(slug, {}))
        join_table(ben, path)
        play_to_the_end([ana, ben], path, random.Random(slug))
        checked(ana, path)
        record = httpx.get(f"{embedded_site.url}{path}match.json", trust_env=False).content
        assert [check.detail for check in check_file(record) if not check.ok] == []
    finally:
        ana_context.close()
        ben_context.close()
