"""Every game is played to its end by two people at real browsers and a bot."""

import random

import httpx
import pytest
from playwright.sync_api import Browser, Page

from games.registry import GAMES
from games.verify import check_file
from tests.browser.play import join_table, logged_in, open_table, play_to_the_end
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


def checked(page: Page, path: str) -> None:
    """See a match checked. On a busy machine the site asks people to try again in a few seconds."""
    eventually(lambda: bool(page.goto(f"{path}check/")) and page.locator("text=follow").count(), 120)


@pytest.mark.parametrize("slug", GAMES)
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
