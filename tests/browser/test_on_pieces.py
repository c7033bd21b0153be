"""From the front page, a guest plays each game to its end on the pieces alone, on a phone and on a desktop by turns."""

import random
import re
from collections.abc import Iterator
from itertools import cycle

import httpx
import pytest
from playwright.sync_api import Browser, expect

from games.registry import GAMES
from games.verify import check_file
from piecepack_site.languages import LANGUAGE_CODE, OFFERED_LANGUAGES
from tests.browser.on_pieces import HandOnTwo
from tests.browser.play import PATIENCE_MS, play_now
from tests.support.site import EmbeddedSite, embedded

pytestmark = pytest.mark.exhaustive("six whole matches; `make test` plays a match by list and answers by piece")
ENGLISH = re.compile(r"\b(the|you|your|of|and|with|from|this)\b", re.IGNORECASE)
"""Words of nearly every English sentence, and of no other language that is offered."""


@pytest.fixture(scope="module")
def site() -> Iterator[EmbeddedSite]:
    """A site that takes in more guests in an hour from one place than this test needs."""
    with embedded(GUESTS_PER_HOUR="100") as running:
        yield running


def languages() -> dict[str, str]:
    """What each game is played in: the languages that are offered besides English, by turns."""
    return dict(zip(GAMES, cycle(sorted(set(OFFERED_LANGUAGES) - {LANGUAGE_CODE})), strict=False))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.timeout(600)
def test_a_guest_plays_to_the_end(slug: str, browser: Browser, site: EmbeddedSite) -> None:
    """Each answer is chosen at both sizes, and sealed at each by turns."""
    language = languages()[slug]
    context = browser.new_context(base_url=site.url, has_touch=True, locale=language)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    player = HandOnTwo(page, random.Random(slug))
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", re.compile(language, re.IGNORECASE))
    player.read.append(page.inner_text("main"))
    player.tap(play_now(page, slug))
    page.wait_for_url(re.compile(r"/table/\d+/"))
    page.wait_for_selector("main[data-listening]")
    player.play_to_the_end()
    expect(page.locator("#result-title")).to_be_visible()
    assert not english_in(player.read)
    record = context.request.get(f"{page.url.partition('?')[0]}match.json").body()
    assert [check.detail for check in check_file(record) if not check.ok] == []
    assert len(+player.sealed) == min(2, player.sealed.total())
    context.close()


def test_english_words_are_seen(site: EmbeddedSite) -> None:
    assert english_in([httpx.get(site.url, headers={"Accept-Language": LANGUAGE_CODE}, trust_env=False).text])


def english_in(pages: list[str]) -> set[str]:
    """The lines of pages that have English words."""
    lines = {" ".join(line.split()) for words in pages for line in words.splitlines()}
    return {line for line in lines if ENGLISH.search(line)}
