"""A page shows what it was not told: before its socket opened, while Redis was away, or because its line died."""

import json
import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import Two, answer_by_list, answer_here, listening, load

pytestmark = pytest.mark.long("messages that a page misses, in a browser; `make test` tries the socket without one")

LINE = """{
  const Socket = window.WebSocket;
  window.lines = 0;
  window.WebSocket = class extends Socket {
    constructor(url) {
      super(window.down ? String(url).replace("/ws/", "/nowhere/") : url);
      window.lines += 1;
      window.line = this;
    }
    addEventListener(kind, hear) {
      const isLost = (event) => window.deaf && event.isTrusted && kind === "message";
      super.addEventListener(kind, (event) => (isLost(event) ? null : hear(event)));
    }
  };
}"""
"""A socket whose messages are lost while the page is `deaf`. What a test says is heard all the same."""
LATE = """{
  const Socket = window.WebSocket;
  window.WebSocket = function (url) {
    const line = new EventTarget();
    window.open_line = () => {
      const real = new Socket(url);
      for (const kind of ["open", "message", "close"]) {
        real.addEventListener(kind, (event) => line.dispatchEvent(new event.constructor(kind, event)));
      }
    };
    return Object.assign(line, { readyState: 1 });
  };
  Object.assign(window.WebSocket, { OPEN: 1 });
}"""
"""A socket that opens when a test says so."""
VERSION = re.compile(r'data-stands="(\w+)"')


def pulse(page: Page, **versions: str) -> bool:
    """Tell a page what stands. Return True if it fetches the table."""
    data = json.dumps({"event": "stands", **versions})
    say = """data => {
      window.line.dispatchEvent(new MessageEvent("message", { data }));
      return document.querySelector("#live.htmx-request") !== null;
    }"""
    return bool(page.evaluate(say, data))


def version(page: Page, path: str) -> str:
    """What a fresh load is drawn with."""
    (found,) = VERSION.findall(page.request.get(path).text())
    return str(found)


def test_an_envelope_that_came_before_the_socket_opened_shows(two: Two) -> None:
    two.ana.add_init_script(LATE)
    load(two.ana, two.path)
    two.ana.wait_for_function("() => Boolean(window.open_line)")
    assert answer_by_list(two.ben, two.path, random.Random(1))
    expect(two.ana.locator(".seat", has_text="ben")).to_contain_text("Not yet answered")
    two.ana.evaluate("window.open_line()")
    expect(two.ana.locator(".seat", has_text="ben")).to_contain_text("Sealed")


def test_what_a_page_was_not_told_shows_with_the_next_pulse(two: Two) -> None:
    ana, ben, path = two
    for page in (ana, ben):
        page.add_init_script(LINE)
        load(page, path)
        listening(page)
        page.evaluate("window.deaf = true")
    assert answer_here(ben, random.Random(1))
    stands = version(ana, f"{path}live/")
    assert not pulse(ben, table=stands), "the reply to an answer brought the page up to date"
    expect(ana.locator(".seat", has_text="ben")).to_contain_text("Not yet answered")
    assert pulse(ana, table=stands)
    expect(ana.locator(".seat", has_text="ben")).to_contain_text("Sealed")
    ana.wait_for_selector("#live:not(.htmx-request)")
    assert not pulse(ana, table=stands)

    token = ben.context.cookies()
    said = ben.request.post(
        f"{path}chat/say/",
        form={"room": "players", "text": "A lost word"},
        headers={"X-CSRFToken": next(one["value"] for one in token if "csrf" in one["name"]), "Referer": ben.url},
    )
    assert said.ok
    assert not pulse(ana, table=stands, players=version(ana, f"{path}chat/"))
    expect(ana.locator("#messages-players")).to_contain_text("A lost word")


def test_a_line_without_a_pulse_is_given_up_and_made_again(asked: Page) -> None:
    asked.add_init_script(LINE)
    asked.clock.install()
    asked.reload()
    listening(asked)
    asked.evaluate("() => { window.deaf = true; window.down = true; }")
    asked.clock.run_for(30_000)
    pulse(asked, table=version(asked, f"{asked.url}live/"))
    asked.clock.run_for(30_000)
    assert asked.evaluate("window.lines") == 1
    asked.clock.run_for(10_500)
    expect(asked.locator("main")).not_to_have_attribute("data-listening", "")
    asked.clock.run_for(5_000)
    expect(asked.get_by_text("Connection lost. Trying again…")).to_be_visible()
    with asked.expect_response("**/live/**"):
        asked.clock.run_for(15_000)
    asked.evaluate("() => { window.deaf = false; window.down = false; }")
    asked.clock.run_for(60_000)
    listening(asked)
