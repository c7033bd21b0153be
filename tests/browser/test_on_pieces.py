"""From the front page, a guest plays each game to its end on the pieces alone, on a phone and on a desktop."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from bench.fold import DESKTOP, PHONE, Window
from games.registry import GAMES
from games.verify import check_file
from tests.browser.on_pieces import Player
from tests.browser.play import PATIENCE_MS, play_now
from tests.support.site import EmbeddedSite, embedded


@pytest.fixture(scope="module")
def site() -> Iterator[EmbeddedSite]:
    """A site that takes in more guests in an hour from one place than this test needs."""
    with embedded(GUESTS_PER_HOUR="100") as running:
        yield running


@pytest.mark.exhaustive("twelve whole matches; `make test` plays a match by list and answers by piece")
@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.timeout(1800)
def test_a_guest_plays_to_the_end(slug: str, window: Window, browser: Browser, site: EmbeddedSite) -> None:
    is_phone = window == PHONE
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": window.width, "height": window.height},
        has_touch=is_phone,
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    player = Player(page, random.Random(slug), finger=is_phone)
    page.goto("/")
    player.tap(play_now(page, GAMES[slug].title))
    page.wait_for_url(re.compile(r"/table/\d+/"))
    page.wait_for_selector("main[data-listening]")
    player.play_to_the_end()
    expect(page.locator("#result-title")).to_be_visible()
    record = context.request.get(f"{page.url.partition('?')[0]}match.json").body()
    assert [check.detail for check in check_file(record) if not check.ok] == []
    context.close()
