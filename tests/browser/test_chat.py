"""Two people at their browsers chat, vote, resign and play a rematch; what one of them is writing is never lost."""

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.play import (
    answer_by_list,
    going_on,
    join_table,
    listening,
    load,
    logged_in_before,
    open_menu,
    open_tab,
    open_table,
    play_to_the_end,
)
from tests.support.site import EmbeddedSite

PATIENCE_MS = 30_000


def at_table(page: Page, path: str) -> None:
    """Open a table and wait until its chat is there and its socket listens."""
    load(page, path)
    page.wait_for_selector("#say-players", state="attached")
    listening(page)


def say(page: Page, words: str) -> None:
    open_tab(page, "Chat")
    page.fill("#say-players", words)
    page.click("#room-players button:has-text('Send')")


@pytest.mark.exhaustive("chat, votes and a rematch in two browsers; `make test` tries each without")
def test_two_players_chat_vote_resign_and_play_again(browser: Browser, embedded_site: EmbeddedSite) -> None:
    ana_context, ana = logged_in_before(browser, embedded_site.url, "ana")
    ben_context, ben = logged_in_before(browser, embedded_site.url, "ben")
    path = open_table(ana, "bid", bots=1, options={"target": "25"})
    join_table(ben, path)
    for page in (ana, ben):
        at_table(page, path)
    they_chat(ana, ben)
    an_open_menu_stays(ana, ben)
    what_is_being_written_stays(ana, ben, path)
    they_pause(ana, ben)
    ben_resigns_and_ana_plays_on(ana, ben, path)
    they_play_again(ana, ben)
    ana_context.close()
    ben_context.close()


def they_chat(ana: Page, ben: Page) -> None:
    say(ana, "Hello Ben")
    expect(ben.locator("#messages-players")).to_contain_text("Hello Ben", timeout=PATIENCE_MS)
    expect(ana.locator("#say-players")).to_have_value("")
    expect(ben.locator("[data-chat-badge]")).to_have_text(", 1 new")
    open_tab(ben, "Chat")
    expect(ben.locator("[data-chat-badge]")).to_have_text("")


def an_open_menu_stays(ana: Page, ben: Page) -> None:
    ben.locator("#messages-players .message-menu summary").click()
    report = ben.locator("#messages-players .message-menu").first.get_by_role("link", name="Report this")
    report.focus()
    say(ana, "Take your time")
    expect(ben.locator("#messages-players")).to_contain_text("Take your time", timeout=PATIENCE_MS)
    expect(report).to_be_visible()
    expect(report).to_be_focused()


def what_is_being_written_stays(ana: Page, ben: Page, path: str) -> None:
    ben.fill("#say-players", "half a sentence")
    say(ana, "Are you there?")
    expect(ben.locator("#messages-players")).to_contain_text("Are you there?", timeout=PATIENCE_MS)
    assert answer_by_list(ana, path, random.Random(1))
    expect(ben.locator(".seat", has_text="ana")).to_contain_text("Sealed", timeout=PATIENCE_MS)
    expect(ben.locator("#say-players")).to_have_value("half a sentence")


def they_pause(ana: Page, ben: Page) -> None:
    open_menu(ana)
    ana.click("#pause-or-resign > summary")
    ana.click("button:has-text('Ask for a pause')")
    expect(ben.locator(".vote")).to_contain_text("Pause this match?", timeout=PATIENCE_MS)
    ben.click(".vote button:has-text('Agree')")
    expect(ana.locator("#live")).to_contain_text("The match is paused.", timeout=PATIENCE_MS)
    ana.click("button:has-text('Resume the match')")
    expect(ben.locator("#answer form[data-step]")).to_be_attached(timeout=PATIENCE_MS)


def ben_resigns_and_ana_plays_on(ana: Page, ben: Page, path: str) -> None:
    open_menu(ben)
    ben.click("#pause-or-resign > summary")
    ben.click("#resign > summary")
    ben.click("button:has-text('Resign for good')")
    expect(ana.locator(".seat", has_text="ben")).to_contain_text("resigned, an AI plays on", timeout=PATIENCE_MS)
    play_to_the_end([ana], path, random.Random(1))


def they_play_again(ana: Page, ben: Page) -> None:
    with going_on(ana, lambda: ana.keyboard.press("Escape")):
        ana.click("button:has-text('Rematch')")
    ana.wait_for_load_state()
    accept = ben.get_by_role("link", name=re.compile("Go to the rematch"))
    expect(accept).to_be_visible(timeout=PATIENCE_MS)
    accept.click()
    ben.click("form[action$='/join/'] button")
    ben.wait_for_selector("#answer, .table-head")
    # The page of the table that was waited for becomes that of the match, its chat included.
    ana.wait_for_selector("#say-players", state="attached", timeout=PATIENCE_MS)
    listening(ana)
    at_table(ben, "/" + ben.url.split("/", 3)[3])
    say(ben, "Another one!")
    expect(ana.locator("#messages-players")).to_contain_text("Another one!", timeout=PATIENCE_MS)


@pytest.mark.exhaustive("the chat without a script in a browser; `make test` posts its forms")
@pytest.mark.parametrize("page", ["chat/", ""])
def test_chat_needs_no_script(page: str, browser: Browser, embedded_site: EmbeddedSite) -> None:
    context, ana = logged_in_before(browser, embedded_site.url, "ana")
    ben_context, ben = logged_in_before(browser, embedded_site.url, "ben")
    path = open_table(ana, "bid", bots=1, options={})
    join_table(ben, path)
    plain = browser.new_context(
        base_url=embedded_site.url, java_script_enabled=False, storage_state=context.storage_state()
    )
    reader = plain.new_page()
    reader.goto(f"{path}{page}")
    if not page:
        reader.click("text=Chat of this table")
    reader.fill("#say-players", "by a plain form")
    reader.click("text=Send")
    expect(reader.locator("#messages-players")).to_contain_text("by a plain form")
    reader.click("text=Take back")
    expect(reader.locator("#messages-players")).to_contain_text("Taken back")
    for one in (context, ben_context, plain):
        one.close()
