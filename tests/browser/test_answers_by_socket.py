"""Answers go by the page's socket while it is surely up, and over HTTP whenever that would not do."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.play import Two, answer_here, join_table, listening, load, logged_in, open_table
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.long("an answer by socket in a browser; `make test` plays by socket, and tries each reply")

SILENT_LINE = """{
  const { send } = WebSocket.prototype;
  window.kept = [];
  WebSocket.prototype.send = function (text) {
    if (window.swallows) window.kept.push(() => send.call(this, text));
    else send.call(this, text);
  };
  window.lose = () => { for (const one of window.lines) one.close(); };
  window.lines = [];
  window.WebSocket = class extends WebSocket {
    constructor(address) { super(address); window.lines.push(this); }
  };
}"""
"""A line that can swallow what the page says, say it later, and be cut."""


def posts_of(page: Page) -> list[int]:
    """The statuses of answers over HTTP, from now on."""
    found: list[int] = []
    page.on("response", lambda reply: found.append(reply.status) if reply.request.url.endswith("/answer/") else None)
    return found


def on_silent_line(two: Two, *, clock: bool = False) -> Page:
    """Ana's page, on a line that can fall silent; with a clock that the test moves, if asked for."""
    ana = two.ana
    ana.add_init_script(SILENT_LINE)
    if clock:
        ana.clock.install()
    ana.reload()
    listening(ana)
    return ana


def seal_first(page: Page) -> None:
    """Choose the first piece and seal it."""
    page.locator("#answer label:has(input[type=radio])").first.click()
    page.locator("#answer button.seal").click()


def test_an_answer_needs_no_request(two: Two) -> None:
    ana = two.ana
    listening(ana)
    posted = posts_of(ana)
    seal_first(ana)
    expect(ana.locator("#answer .sealed")).to_be_focused()
    load(two.ben, two.path)
    expect(two.ben.locator(".seat", has_text="ana")).to_contain_text("Sealed")
    assert posted == []


def test_a_refusal_comes_by_the_line_with_the_table_as_it_is(two: Two) -> None:
    ana = two.ana
    listening(ana)
    posted = posts_of(ana)
    ana.evaluate("document.querySelector('#answer-form [name=step]').value = '9'")
    seal_first(ana)
    expect(ana.locator("#live [role=alert]")).to_be_focused()
    assert posted == []


def slept(page: Page) -> None:
    """The machine has slept since the last pulse."""
    page.evaluate("() => { const { now } = Date; Date.now = () => now() + 25000; }")


def cut(page: Page) -> None:
    """The line is down."""
    page.evaluate("window.lose()")


@pytest.mark.parametrize("fate", [slept, cut])
def test_without_a_sure_line_it_goes_over_http(fate: Callable[[Page], None], two: Two) -> None:
    ana = on_silent_line(two)
    posted = posts_of(ana)
    fate(ana)
    seal_first(ana)
    expect(ana.locator("#answer .sealed")).to_be_visible()
    assert posted == [200]


def test_a_line_that_goes_down_before_the_reply_says_so_and_the_answer_can_be_sent_again(two: Two) -> None:
    ana = on_silent_line(two)
    ana.evaluate("window.swallows = true")
    seal_first(ana)
    expect(ana.locator("#answer button.seal")).to_have_attribute("aria-busy", "true")
    ana.evaluate("window.lose()")
    expect(ana.locator("[data-choice]")).to_contain_text("Your answer did not arrive.")
    ana.evaluate("window.swallows = false")
    ana.locator("#answer button.seal").click()
    expect(ana.locator("#answer .sealed")).to_be_visible()


def test_a_line_that_says_nothing_for_ten_seconds_has_not_taken_it(two: Two) -> None:
    ana = on_silent_line(two, clock=True)
    ana.evaluate("window.swallows = true")
    seal_first(ana)
    ana.clock.run_for(11_000)
    expect(ana.locator("[data-choice]")).to_contain_text("Your answer did not arrive.")
    ana.evaluate("window.swallows = false")
    ana.locator("#answer button.seal").click()
    expect(ana.locator("#answer .sealed")).to_be_visible()


def test_an_answer_that_is_sent_while_another_is_under_way_does_not_overtake_it(two: Two) -> None:
    ana = on_silent_line(two)
    ana.evaluate("window.swallows = true")
    seal_first(ana)
    # A refresh meanwhile draws the form again, and the reader sends another choice.
    with ana.expect_response("**/live/**"):
        ana.evaluate("htmx.trigger(document.body, 'table-moved')")
    ana.wait_for_selector("#live:not(.htmx-request, .htmx-settling)")
    ana.locator("#answer label:has(#choice-2)").click()
    second = ana.locator("#choice-2").get_attribute("data-words") or ""
    ana.locator("#answer button.seal").click()
    assert ana.evaluate("window.kept.length") == 1
    ana.evaluate("window.swallows = false; window.kept.forEach((say) => say())")
    expect(ana.locator("#answer .sealed .small strong")).to_have_text(second)


def test_the_reply_of_a_line_that_was_given_up_still_shows_what_is_sealed(two: Two) -> None:
    ana = on_silent_line(two)
    ana.evaluate("window.swallows = true")
    seal_first(ana)
    ana.evaluate("window.kept.forEach((say) => say()); window.pageLine.giveUp()")
    expect(ana.locator("#answer .sealed")).to_be_visible()


def test_who_has_logged_out_in_another_tab_is_told_and_seals_nothing(
    browser: Browser, embedded_site: EmbeddedSite
) -> None:
    context, ana = logged_in(browser, embedded_site.url, "ana")
    ben_context, ben = logged_in(browser, embedded_site.url, "ben")
    join_table(ben, path := open_table(ana, "bid", bots=1, options={}))
    load(ana, path)
    listening(ana)
    tab = context.new_page()
    tab.goto("/accounts/logout/")
    tab.locator("main button[type=submit]").click()
    listening(ana)
    seal_first(ana)
    expect(ana.locator("[data-choice]")).to_contain_text("Your answer was not sent: you are logged out.")
    load(ben, path)
    expect(ben.locator(".seat", has_text="ana")).not_to_contain_text("Sealed")
    assert answer_here(ben, random.Random(1))
    context.close()
    ben_context.close()
