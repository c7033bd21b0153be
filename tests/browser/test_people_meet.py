"""New people meet: strangers by the quick button, friends in a club of their own. All of it on phones, by the pages."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.play import PATIENCE_MS, answer_or_look_again, listening, load, play_to_the_end, wait_for_turn
from tests.support.site import EmbeddedSite, embedded, eventually

pytestmark = pytest.mark.long("two strangers in two browsers; `make test` lets them meet without one")

PASSWORD = "six friends and a lantern"  # no-secret: of people who are made up
A_MINUTE_MS = 60_000
GAME = "plaque-auction"
SECRET = "The key lies under the third stone."
AHEAD = timedelta(minutes=30)
"""How far ahead the friends plan their tournament. Its hour is made to come once all have entered it."""
ITS_HOUR = """
from django.utils import timezone
from ladders.models import Tournament
assert Tournament.objects.filter(title="The lantern cup").update(starts_at=timezone.now()) == 1
"""
SECONDS = 300
"""At most so long until beat has started the tournament, or the site has followed its results."""
CONFIRM = re.compile(r"/accounts/confirm-email/[\w:%-]+/")


@pytest.fixture(scope="module")
def site() -> Iterator[EmbeddedSite]:
    """A site whose beat asks every twelve seconds whether a tournament is due, not once a minute."""
    with embedded(SWEEP_SECONDS="1") as running:
        yield running


_people = count(1)


class Someone(NamedTuple):
    """A person with a phone."""

    name: str
    context: BrowserContext
    page: Page


@contextmanager
def phone(browser: Browser, site: EmbeddedSite) -> Iterator[tuple[BrowserContext, Page]]:
    context = browser.new_context(base_url=site.url, viewport={"width": 390, "height": 844}, has_touch=True)
    context.set_default_timeout(PATIENCE_MS)
    try:
        yield context, context.new_page()
    finally:
        context.close()


@contextmanager
def newcomer(browser: Browser, site: EmbeddedSite, name: str) -> Iterator[Someone]:
    """Somebody who signs up, and opens the link in the mail. The number is for a second try at the same site."""
    name = f"{name}{next(_people)}"
    with phone(browser, site) as (context, page):
        page.goto("/accounts/signup/")
        for field, value in {"username": name, "email": f"{name}@example.net", "password1": PASSWORD}.items():
            page.fill(f"[name={field}]", value)
        page.click("main button[type=submit]")
        page.wait_for_url("**/confirm-email/")
        page.goto("/mailbox/")
        page.locator("li", has_text=f"{name}@example.net").first.locator("a").first.click()
        page.wait_for_url("**/mailbox/*/")
        link = CONFIRM.search(page.content())
        assert link
        page.goto(link[0])
        page.click("main form button[type=submit]")
        page.wait_for_selector("a[href='/people/me/'], a[href='/turns/']", state="attached")
        yield Someone(name, context, page)


def test_two_strangers_find_a_table_by_the_quick_button_within_a_minute(browser: Browser, site: EmbeddedSite) -> None:
    with newcomer(browser, site, "ines") as ines, newcomer(browser, site, "jonas") as jonas:
        ines.page.goto("/turns/")
        ines.page.click("button:has-text('Quick table')")
        ines.page.wait_for_selector("text=Waiting for a table")
        jonas.page.goto("/")
        jonas.page.click("button:has-text('Quick table')")
        jonas.page.wait_for_url("**/table/*/", timeout=A_MINUTE_MS)
        path = jonas.page.url.removeprefix(site.url)
        ines.page.goto("/turns/")
        ines.page.wait_for_selector(f"main a[href^='{path}']", timeout=A_MINUTE_MS)
        dice, pages, answers = random.Random(3), [ines.page, jonas.page], 0
        for page, other in zip(pages, (jonas.name, ines.name), strict=True):
            load(page, path)
            listening(page)
            assert other in page.inner_text("main")
        while answers < 6:
            moved = [answer_or_look_again(page, path, dice) for page in pages]
            answers += sum(moved)
            if not any(moved):
                wait_for_turn(pages[0])


@pytest.mark.timeout(600)
@pytest.mark.exhaustive("six sign-ups and a whole tournament; each part is tested by itself")
def test_six_friends_found_a_club_and_run_a_tournament_that_nobody_outside_sees(
    browser: Browser, site: EmbeddedSite
) -> None:
    names = ("kora", "lars", "mina", "nils", "olga", "pavel")
    with (
        newcomer(browser, site, names[0]) as kora,
        newcomer(browser, site, names[1]) as lars,
        newcomer(browser, site, names[2]) as mina,
        newcomer(browser, site, names[3]) as nils,
        newcomer(browser, site, names[4]) as olga,
        newcomer(browser, site, names[5]) as pavel,
        newcomer(browser, site, "quentin") as quentin,
    ):
        friends = [kora, lars, mina, nils, olga, pavel]
        club = _found_club(kora.page)
        link = _invitation(kora.page, club)
        for friend in friends[1:]:
            friend.page.goto(link)
            friend.page.click("button:has-text('Join the club')")
            friend.page.wait_for_url(f"**{club}")
        lars.page.goto(f"{club}chat/")
        lars.page.fill("[name=text]", SECRET)
        lars.page.click("main form:has([name=text]) button[type=submit]")
        pavel.page.goto(f"{club}chat/")
        assert SECRET in pavel.page.inner_text("main")
        cup = _announce(kora.page, club)
        for friend in friends:
            friend.page.goto(cup)
            friend.page.click("form[action$='/enter/'] button >> nth=0")
            friend.page.wait_for_load_state()
        # An organiser who plays in it cannot start it early: beat does, at its hour.
        site.manage("shell", "--no-imports", "--command", ITS_HOUR)
        tables = _tables_of(friends, cup)
        assert len(tables) == 3
        _nobody_outside_sees(quentin.page, club, cup, tables)
        dice = random.Random(5)
        for path, pages in tables.items():
            play_to_the_end(pages, path, dice)
        eventually(partial(_says, kora.page, cup, "wins"), SECONDS)
        mina.page.goto(club)
        assert "Results" in mina.page.inner_text("main")
        _nobody_outside_sees(quentin.page, club, cup, tables)


def _found_club(page: Page) -> str:
    page.goto("/clubs/")
    page.click("a[href='/clubs/new/']")
    page.fill("[name=title]", "The lantern")
    page.fill("[name=about]", "Six of us.")
    page.locator("label", has=page.locator("[name=joining][value=invitation]")).click()
    page.click("main form:has([name=title]) button[type=submit]")
    page.wait_for_url("**/club/*/")
    return re.sub(r"^https?://[^/]+", "", page.url)


def _invitation(page: Page, club: str) -> str:
    page.goto(f"{club}manage/")
    page.click("button[name=days][value='7']")
    return re.sub(r"^https?://[^/]+", "", page.input_value("#link-text"))


def _announce(page: Page, club: str) -> str:
    """Announce a tournament of one round at tables of two."""
    page.goto(club)
    page.click("a[href*='/tournaments/new/?club=']")
    page.click(f"a[href*='/tournaments/new/{GAME}/']")
    page.fill("[name=title]", "The lantern cup")
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    soon = f"{datetime.now(UTC) + AHEAD:%Y-%m-%dT%H:%M}"
    for name, value in {"starts_at": soon, "seats": "2", "rounds": "1", "option_tokens": "20"}.items():
        field = page.locator(f"[name={name}]").first
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.click("main form:has([name=title]) button[type=submit]")
    page.wait_for_url("**/tournament/*/")
    return re.sub(r"^https?://[^/]+", "", page.url)


def _tables_of(friends: list[Someone], cup: str) -> dict[str, list[Page]]:
    """The tables of the first round, with the pages of those who sit there."""
    found: dict[str, list[Page]] = {}
    for friend in friends:
        path = eventually(partial(_first_table, friend.page), SECONDS)
        found.setdefault(path, []).append(friend.page)
    return found


def _first_table(page: Page) -> str:
    """The first table on a reader's page of turns, or nothing."""
    page.goto("/turns/")
    links = page.locator("main a[href^='/table/']")
    return str(links.first.get_attribute("href")).split("#")[0].split("?")[0] if links.count() else ""


def _says(page: Page, path: str, words: str) -> bool:
    page.goto(path)
    return words in page.inner_text("main")


def _nobody_outside_sees(page: Page, club: str, cup: str, tables: dict[str, list[Page]]) -> None:
    """Neither by guessing an address nor in a list, and a program no more than a page."""
    for path in (club, f"{club}chat/", f"{club}manage/", cup, *tables):
        reply = page.goto(path)
        assert reply and reply.status == 404, path
        assert SECRET not in page.content()
    assert page.request.get(f"/api/v1/clubs/{club.strip('/').split('/')[1]}/chat").status == 404
    for path in ("/clubs/", "/tournaments/", "/tables/", "/tables/?show=running", "/"):
        page.goto(path)
        content = page.content()
        assert SECRET not in content and "lantern" not in content, path
        assert not any(f'"{table}"' in content for table in tables), path
