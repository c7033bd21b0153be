"""A game is played to its end by two people at real browsers and a bot; every game is in `test_on_pieces.py`."""

import random

import httpx
import pytest
from playwright.sync_api import Browser, Page

from games.verify import check_file
from tests.browser.play import join_table, logged_in, open_table, play_to_the_end
from tests.support.site import EmbeddedSite, eventually

GAME, SHORT = "bid", {"target": "25"}


def checked(page: Page, path: str) -> None:
    """See a match checked. On a busy machine the site asks people to try again in a few seconds."""
    eventually(lambda: bool(page.goto(f"{path}check/")) and page.locator("text=follow").count(), 120)


@pytest.mark.timeout(600)
def test_two_people_and_a_bot_play_to_the_end(browser: Browser, embedded_site: EmbeddedSite) -> None:
    ana_context, ana = logged_in(browser, embedded_site.url, "ana")
    ben_context, ben = logged_in(browser, embedded_site.url, "ben")
    try:
        path = open_table(ana, GAME, bots=1, options=SHORT)
        join_table(ben, path)
        play_to_the_end([ana, ben], path, random.Random(GAME))
        checked(ana, path)
        record = httpx.get(f"{embedded_site.url}{path}match.json", trust_env=False).content
        assert [check.detail for check in check_file(record) if not check.ok] == []
    finally:
        ana_context.close()
        ben_context.close()
