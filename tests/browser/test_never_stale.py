"""An open table shows what a fresh load would, after each answer at a table of bots that answer at once."""

import random

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from bench.live import LOOK, await_turn, open_table_of_bots, watch
from games.registry import GAMES
from tests.browser.play import (
    DEAF,
    Two,
    answer_here,
    answered,
    join_table,
    listening,
    load,
    logged_in_before,
    open_around,
    open_table,
    send_by_http,
)
from tests.support.site import EmbeddedSite
from tests.support.tiers import some_of

ANSWERS = 6
"""Two rounds, or more: every other one is compared while its answers come in. bench/live.py gives a hundred."""
COUNT_SENT = """() => {
  window.sent = 0;
  const { say } = window.pageLine;
  window.pageLine.say = (message) => { const isSaid = say(message); window.sent += isSaid; return isSaid; };
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
    xhr.upload.addEventListener("loadstart", () => { window.sent += 1; });
  });
}"""
"""Counts the answers that are sent, by both ways."""


@pytest.mark.long("each way in which a page could go stale; `make test` tries a closed socket and a double tap")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("slug", some_of(GAMES, 1, "every game, not one"))
def test_all_pages_are_as_a_fresh_load_within_two_seconds_of_an_answer(
    slug: str, browser: Browser, embedded_site: EmbeddedSite
) -> None:
    seen = watch(browser, embedded_site, slug, ANSWERS)
    assert seen.answers >= ANSWERS and seen.delays
    assert (seen.stale, seen.aborted) == ([], 0)


@pytest.mark.parametrize("slug", some_of(GAMES, 1, "every game, not one"))
def test_a_double_tap_sends_once(slug: str, browser: Browser, embedded_site: EmbeddedSite) -> None:
    _, page = logged_in_before(browser, embedded_site.url, "ana")
    open_table_of_bots(page, slug)
    assert await_turn(page)
    for _ in range(2):
        page.keyboard.press("Escape")
    page.evaluate(COUNT_SENT)
    # In TP5 it is first asked what is in play, and nothing is an answer too.
    for piece in page.locator("#live label:has(input[type=radio]):visible").all()[:1]:
        piece.click()
    with answered(page):
        page.locator("#answer button.seal").dblclick()
    assert await_turn(page)
    assert page.evaluate("window.sent") == 1
    page.context.close()


@pytest.mark.long("each way in which a page could go stale; `make test` tries a closed socket and a double tap")
def test_a_tap_that_the_site_does_not_hear_says_so_and_can_be_sent_again(asked: Page) -> None:
    send_by_http(asked)
    for path in ("**/answer/", "**/live/**"):
        asked.route(path, lambda route: route.abort())
    asked.locator("#answer label:has(input[type=radio])").first.click()
    seal = asked.locator("#answer button.button-primary")
    words = seal.inner_text()
    seal.click()
    expect(asked.locator("[data-choice]")).to_contain_text("The site did not reply.")
    expect(seal).to_have_text(words)
    asked.unroute("**/live/**")
    expect(asked.locator("[data-choice]")).to_contain_text("Your answer did not arrive.")
    asked.unroute("**/answer/")
    with asked.expect_response("**/answer/") as reply:
        seal.click()
    assert reply.value.status == 200


@pytest.mark.long("each way in which a page could go stale; `make test` tries a closed socket and a double tap")
def test_an_answer_whose_reply_is_lost_on_the_way_is_not_sent_again(asked: Page) -> None:
    sent: list[str] = []

    def lose_reply(route: Route) -> None:
        sent.append(route.request.url)
        route.fetch()
        route.abort()

    # The socket is lost with it, and does not know it: nothing else tells the page what has become of the answer.
    asked.add_init_script(DEAF)
    asked.reload()
    asked.evaluate("() => { document.querySelector('main').dataset.listening = ''; }")
    asked.route("**/answer/", lose_reply)
    asked.locator("#answer label:has(input[type=radio])").first.click()
    with asked.expect_response("**/live/**"):
        asked.locator("#answer button.button-primary").click()
    asked.wait_for_selector("#answer .sealed, #answer form[data-step='2']", state="attached")
    expect(asked.locator("[data-choice]")).not_to_contain_text("did not arrive")
    expect(asked.locator("[data-moved]")).to_be_hidden()
    assert len(sent) == 1


@pytest.mark.long("each way in which a page could go stale; `make test` tries a closed socket and a double tap")
def test_a_tab_that_slept_for_a_day_shows_the_table_when_it_is_looked_at(asked: Page) -> None:
    asked.add_init_script(
        """{
          let hidden = false;
          Object.defineProperty(document, "hidden", { get: () => hidden });
          window.look = (away) => { hidden = away; document.dispatchEvent(new Event("visibilitychange")); };
          // The socket of a machine that sleeps hears nothing and does not know it.
          window.WebSocket = class extends WebSocket {
            addEventListener(kind, hear) {
              super.addEventListener(kind, (event) => window.sleeps ? null : hear(event));
            }
          };
        }"""
    )
    asked.clock.install()
    asked.reload()
    listening(asked)
    asked.evaluate("() => { window.sleeps = true; window.look(true); }")
    awake = asked.context.new_page()
    awake.goto(asked.url)
    assert answer_here(awake, random.Random(1))
    awake.wait_for_selector("#answer form[data-step='2']", state="attached")
    asked.clock.fast_forward("24:00:00")
    expect(asked.locator("#answer form[data-step='1']")).to_be_attached()
    asked.evaluate("() => { window.sleeps = false; window.look(false); }")
    expect(asked.locator("#answer form[data-step='2']")).to_be_attached()
    assert _parts(asked) == _parts(awake)


def _parts(page: Page) -> list[str]:
    parts: list[str] = page.evaluate(LOOK)
    return parts


@pytest.mark.long("each way in which a page could go stale; `make test` tries a closed socket and a double tap")
def test_a_reply_that_comes_after_its_round_was_resolved_does_not_stay(asked: Page) -> None:
    def deliver_late(route: Route) -> None:
        reply = route.fetch()
        asked.wait_for_selector("#live:not(.htmx-request) #answer form[data-step='2']", state="attached")
        route.fulfill(response=reply)

    send_by_http(asked)
    asked.route("**/answer/", deliver_late)
    with asked.expect_response("**/answer/"):
        asked.locator("#answer label:has(input[type=radio])").first.click()
        asked.locator("#answer button.button-primary").click()
    expect(asked.locator("#answer form[data-step='2']")).to_be_attached()


@pytest.mark.long("each way in which a page could go stale; `make test` tries a closed socket and a double tap")
def test_an_envelope_shows_though_the_page_was_refreshed_before_the_reply(two: Two) -> None:
    ana, _, path = two
    send_by_http(ana)
    listening(ana)

    def refresh_first(route: Route) -> None:
        reply = route.fetch()
        ana.evaluate("() => { document.querySelector('#answer form').id = 'before'; }")
        ana.evaluate("htmx.trigger(document.body, 'table-moved')")
        ana.wait_for_selector("#before", state="detached")
        route.fulfill(response=reply)

    # The refresh is older than the answer, as when both were on their way at once.
    before = ana.request.get(f"{path}live/").text()
    ana.route("**/live/**", lambda route: route.fulfill(body=before), times=1)
    ana.route("**/answer/", refresh_first)
    ana.locator("#answer label:has(#choice-1)").click()
    ana.locator("#answer button.seal").click()
    expect(ana.locator("#answer .sealed")).to_be_focused()
    # A later refresh leaves the reader there.
    with ana.expect_response("**/live/**"):
        ana.evaluate("htmx.trigger(document.body, 'table-moved')")
    ana.wait_for_selector("#live:not(.htmx-request, .htmx-settling)")
    expect(ana.locator("#answer .sealed")).to_be_focused(timeout=1000)


@pytest.mark.long("each way in which a page could go stale; `make test` tries a closed socket and a double tap")
def test_what_was_fetched_before_an_answer_does_not_ask_for_it_again(two: Two) -> None:
    ana, _, path = two
    listening(ana)
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    ana.route("**/live/**", hold, times=1)
    with ana.expect_request("**/live/**"):
        ana.evaluate("htmx.trigger(document.body, 'table-moved')")
    before = ana.request.get(f"{path}live/").text()
    assert answer_here(ana, random.Random(1))
    expect(ana.locator("#answer .sealed")).to_be_visible()
    ana.evaluate(
        """() => {
          window.asked = 0;
          const look = () => { window.asked += document.querySelector("#answer .sealed") ? 0 : 1; };
          document.addEventListener("htmx:afterSwap", look);
        }"""
    )
    with ana.expect_response("**/live/**") as fetched:
        late[0].fulfill(body=before)
    with ana.expect_response("**/live/**"):
        assert fetched.value.ok
    ana.wait_for_function("() => !document.querySelector('#live.htmx-request, #live.htmx-settling')")
    assert ana.evaluate("window.asked") == 0
    expect(ana.locator("#answer .sealed")).to_be_visible()


@pytest.mark.long("each way in which a page could go stale; `make test` tries a closed socket and a double tap")
def test_a_tap_is_not_lost_to_a_refresh_that_comes_while_the_finger_is_down(asked: Page) -> None:
    send_by_http(asked)
    asked.locator("#answer label:has(input[type=radio])").first.click()
    asked.locator("#answer button.button-primary").hover()
    with asked.expect_response("**/answer/"):
        with asked.expect_response("**/live/**"):
            asked.mouse.down()
            asked.evaluate("htmx.trigger(document.body, 'table-moved')")
        asked.wait_for_selector("#live:not(.htmx-request, .htmx-settling)")
        asked.mouse.up()


@pytest.mark.long("each way in which a page could go stale; `make test` tries a closed socket and a double tap")
def test_what_is_chosen_in_a_list_outlasts_a_refresh(browser: Browser, embedded_site: EmbeddedSite) -> None:
    _, page = logged_in_before(browser, embedded_site.url, "ana")
    open_table_of_bots(page, "tp5")
    while await_turn(page) and not page.locator("#every-way-action").count():
        assert answer_here(page, random.Random(1))
    listening(page)
    answers = page.locator("#every-way-action")
    open_around(answers)
    answers.select_option(index=3)
    chosen = answers.input_value()

    def refresh() -> None:
        with page.expect_response("**/live/**"):
            page.evaluate("htmx.trigger(document.body, 'table-moved')")
        page.wait_for_selector("#live:not(.htmx-request, .htmx-settling)")

    def take_away(route: Route) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, body=reply.text().replace("every-way-action", "taken-away"))

    refresh()
    expect(answers).to_have_value(chosen)
    # So it does if the list is not there for a while, as in a pause.
    page.route("**/live/**", take_away, times=1)
    refresh()
    expect(answers).to_have_count(0)
    refresh()
    expect(answers).to_have_value(chosen)
    page.context.close()


@pytest.mark.long("each way in which a page could go stale; `make test` tries a closed socket and a double tap")
def test_a_page_that_is_gone_back_to_shows_what_was_sealed_on_it(browser: Browser, embedded_site: EmbeddedSite) -> None:
    ana_context, ana = logged_in_before(browser, embedded_site.url, "ana")
    ben_context, ben = logged_in_before(browser, embedded_site.url, "ben")
    path = open_table(ana, "bid", bots=1, options={})
    join_table(ben, path)
    load(ana, path)
    assert answer_here(ana, random.Random(1))
    expect(ana.locator("#answer .sealed")).to_be_attached()
    ana.goto("/rules/")
    ana.go_back()
    expect(ana.locator("#answer .sealed")).to_be_attached()
    ana_context.close()
    ben_context.close()


def test_a_page_whose_socket_was_closed_connects_again(asked: Page) -> None:
    asked.add_init_script(
        "window.WebSocket = class extends WebSocket { constructor(url) { super(url); window.line = this; } };"
    )
    asked.reload()
    asked.wait_for_selector("main[data-listening]")
    with asked.expect_response("**/live/**"):
        asked.evaluate("window.line.close()")
        asked.wait_for_selector("main:not([data-listening])")
    asked.wait_for_selector("main[data-listening]")


@pytest.mark.long("each way in which a page could go stale; `make test` tries a closed socket and a double tap")
def test_a_page_without_a_socket_follows_by_itself_and_says_that_its_line_is_lost(asked: Page) -> None:
    asked.add_init_script(
        """{
          const Socket = window.WebSocket;
          window.WebSocket = function (url) { return window.up ? new Socket(url) : window.line = new EventTarget(); };
          Object.assign(window.WebSocket, { OPEN: 1 });
        }"""
    )
    asked.clock.install()
    asked.reload()
    asked.wait_for_function("window.htmx")
    lost = asked.get_by_text("Connection lost. Trying again…")
    asked.clock.run_for(2_000)
    expect(lost).to_be_hidden()
    asked.clock.run_for(3_000)
    expect(lost).to_be_visible()
    with asked.expect_response("**/live/**"):
        asked.clock.run_for(20_000)
    asked.evaluate("() => { window.up = true; window.line.dispatchEvent(new Event('close')); }")
    asked.clock.run_for(2_000)
    listening(asked)
    expect(lost).to_be_hidden()
