"""A reply that is no proper one replaces nothing: the page says why, keeps what was half written, and goes on later."""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.play import SETTLED, Two, answer_by_list, answer_here, listening, load, open_tab, send_by_http

pytestmark = pytest.mark.long("what a page shows when a reply fails, in a browser; `make test` tries the replies")

SESSION = "sessionid"
REFRESH = "htmx.trigger(document.body, 'table-moved')"
BROKEN = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"


def fail(status: int = 502, body: str = BROKEN) -> Callable[[Route], None]:
    """What answers for the site."""
    return lambda route: route.fulfill(status=status, body=body, content_type="text/html")


def log_out(context: BrowserContext) -> None:
    """End the log-in behind the back of every page."""
    context.clear_cookies(name=SESSION)


def log_in_again(page: Page) -> None:
    """Follow the link of the page to the log-in, in a tab of its own, and come back."""
    with page.expect_popup() as opened:
        page.locator("[data-reply=out] a").click()
    tab = opened.value
    tab.fill("input[name=login]", "ana")
    tab.fill("input[name=password]", "piecepack")
    tab.click("main button[type=submit]")
    tab.wait_for_selector(".table-page")
    assert tab.url == page.url
    tab.close()
    page.bring_to_front()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def half_write(page: Page) -> Callable[[], None]:
    """Choose a piece, and begin a message and a note; return what looks whether all are still there."""
    page.locator("#answer label:has(#choice-2)").click()
    open_tab(page, "Chat")
    page.fill("#say-players", "Half a message")
    open_tab(page, "Notes")
    page.fill("#note-text", "Half a note")
    open_tab(page, "Notes")
    title = page.title()

    def look() -> None:
        expect(page.locator("#choice-2")).to_be_checked()
        expect(page.locator("#say-players")).to_have_value("Half a message")
        expect(page.locator("#note-text")).to_have_value("Half a note")
        assert page.title() == title

    return look


def test_an_error_keeps_the_table_and_what_is_half_written(two: Two) -> None:
    ana, ben, _ = two
    listening(ana)
    all_stays = half_write(ana)
    says = ana.locator("[data-reply=failed]")
    for answer in (fail(), fail(500), fail(200, "<html><body><h1>Captive portal</h1></body></html>")):
        ana.route("**/live/**", answer)
        with ana.expect_response("**/live/**"):
            ana.evaluate(REFRESH)
        expect(says).to_be_visible()
        all_stays()
        ana.unroute("**/live/**")
        expect(says).to_be_hidden(timeout=30_000)
        all_stays()
    load(ben, two.path)
    assert answer_here(ben, random.Random(1))
    expect(ana.locator(".seat", has_text="ben")).to_contain_text("Sealed")
    all_stays()


def test_who_is_logged_out_is_told_keeps_all_and_goes_on_after_a_log_in(two: Two) -> None:
    ana = two.ana
    # Its socket would still be hers: only the browser has forgotten the log-in.
    send_by_http(ana)
    listening(ana)
    all_stays = half_write(ana)
    says = ana.locator("[data-reply=out]")
    log_out(ana.context)
    ana.locator("#answer button.seal").click()
    expect(ana.locator("[data-choice]")).to_contain_text("Your answer was not sent: you are logged out.")
    expect(says).to_be_visible()
    ana.evaluate(REFRESH)
    ana.wait_for_function(SETTLED)
    all_stays()
    for tab, button in (("Chat", "#room-players form.say button"), ("Notes", "#note button")):
        open_tab(ana, tab)
        with ana.expect_response("**/accounts/login/**"):
            ana.locator(button).click()
        ana.wait_for_function(SETTLED)
        expect(says).to_be_visible()
        all_stays()
    log_in_again(ana)
    expect(says).to_be_hidden()
    all_stays()
    with ana.expect_response("**/note/") as saved:
        ana.locator("#note button").click()
    assert saved.value.ok
    open_tab(ana, "Notes")
    ana.locator("#answer button.seal").click()
    expect(ana.locator("#answer .sealed")).to_be_visible()


def test_nothing_is_sent_in_the_name_of_who_logged_in_after_the_reader(two: Two) -> None:
    ana, ben, path = two
    listening(ana)
    all_stays = half_write(ana)
    ana.context.clear_cookies()
    for one in ben.context.cookies():
        ana.context.add_cookies([{"name": one["name"], "value": one["value"], "url": ana.url}])
    for event in ("chat-moved", "table-moved"):
        ana.evaluate(f"htmx.trigger(document.body, '{event}')")
    expect(ana.locator("[data-reply=other]")).to_be_visible()
    all_stays()
    with ana.expect_response("**/note/") as sent:
        open_tab(ana, "Notes")
        ana.locator("#note button").click()
    assert sent.value.status == 403
    open_tab(ana, "Notes")
    with ana.expect_response("**/answer/") as sent:
        ana.locator("#answer button.seal").click()
    assert sent.value.status == 403
    load(ben, path)
    expect(ben.locator("#answer .sealed")).to_have_count(0)
    expect(ben.locator("#note-text")).to_have_value("")


@pytest.mark.parametrize("path", ["/turns/", "/notices/"])
def test_a_list_of_one_who_is_logged_out_asks_to_log_in(path: str, asked: Page) -> None:
    asked.goto(path)
    listening(asked)
    log_out(asked.context)
    asked.evaluate("for (const event of ['table-moved', 'news']) htmx.trigger(document.body, event)")
    asked.wait_for_url(f"**/accounts/login/?next={path}")


def open_ladder(page: Page) -> str:
    """Open a ladder named after the table of this page, and return its address."""
    title = page.url.replace("/", " ")
    page.goto("/ladders/new/bid/")
    page.fill("[name=title]", title)
    page.get_by_role("button", name="Open the ladder").click()
    page.wait_for_url("**/ladder/*/")
    return page.url


def test_a_list_outlasts_an_error_and_is_fetched_again(asked: Page) -> None:
    for url in (open_ladder(asked), "/notices/"):
        asked.goto(url)
        listening(asked)
        heading = asked.locator("#live h1").inner_text()
        asked.route(asked.url, fail())
        asked.evaluate("for (const event of ['standings-moved', 'news']) htmx.trigger(document.body, event)")
        expect(asked.locator("[data-reply=failed]")).to_be_visible()
        expect(asked.locator("#live h1")).to_have_text(heading)
        asked.unroute(asked.url)
        expect(asked.locator("[data-reply=failed]")).to_be_hidden()


def test_a_table_that_is_shown_no_more_is_not_asked_for_again_and_again(asked: Page) -> None:
    asked.clock.install()
    asked.reload()
    listening(asked)
    asked.route("**/live/**", fail(404, "<html><body><main><h1>Page not found</h1></main></body></html>"))
    with asked.expect_response("**/live/**"):
        asked.evaluate(REFRESH)
    expect(asked.locator("[data-reply=gone]")).to_be_visible()
    fetched: list[str] = []
    asked.on("request", lambda request: fetched.append(request.url) if "/live/" in request.url else None)
    # Longer than the poll, which asks while the socket is down.
    asked.evaluate("delete document.querySelector('main').dataset.listening")
    asked.clock.run_for(40_000)
    expect(asked.locator("#answer form[data-step]")).to_be_attached()
    assert fetched == []


def test_an_answer_that_was_not_heard_says_what_stands(two: Two) -> None:
    ana = two.ana
    send_by_http(ana)
    listening(ana)
    words = ana.locator("[data-choice]")
    ana.locator("#answer label:has(#choice-1)").click()
    with held(ana):
        ana.locator("#answer button.seal").click()
        expect(words).to_contain_text("The site did not reply.")
    expect(words).to_contain_text("Your answer did not arrive.")
    expect(ana.locator("#choice-1")).to_be_checked()
    ana.locator("#answer button.seal").click()
    expect(ana.locator("#answer .sealed")).to_be_visible()
    expect(ana).to_have_title(re.compile("^Bid!"))
    before = ana.locator("#answer .sealed .small strong").inner_text()
    ana.locator("#change > summary").click()
    ana.locator("#answer label:has(#choice-2)").click()
    with held(ana):
        ana.locator("#answer button.seal").click()
        expect(words).to_contain_text("The site did not reply.")
    expect(words).to_contain_text(f"The change did not arrive. What you sealed before still stands: {before}.")


def test_a_network_that_answers_for_the_site_has_not_taken_an_answer(asked: Page) -> None:
    send_by_http(asked)
    listening(asked)
    asked.locator("#answer label:has(#choice-1)").click()
    asked.route("**/answer/", fail(200, "<html><body><h1>Captive portal</h1></body></html>"))
    asked.locator("#answer button.seal").click()
    expect(asked.locator("[data-choice]")).to_contain_text("Your answer did not arrive.")
    expect(asked.locator("#choice-1")).to_be_checked()
    asked.unroute("**/answer/")


@contextmanager
def held(page: Page) -> Iterator[None]:
    """Have something else answer for the site, and fetch nothing meanwhile."""
    page.route("**/answer/", fail())
    page.route("**/live/**", fail())
    yield
    page.unroute("**/answer/")
    page.unroute("**/live/**")


def test_the_title_says_whose_turn_it_is(two: Two) -> None:
    ana, ben, path = two
    listening(ana)
    expect(ana).to_have_title(re.compile("^Your turn: Bid!"))
    assert answer_here(ana, random.Random(1))
    expect(ana).to_have_title(re.compile("^Bid!"))
    assert answer_by_list(ben, path, random.Random(1))
    expect(ana).to_have_title(re.compile("^Your turn: Bid!"))
