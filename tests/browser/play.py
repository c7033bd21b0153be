"""Two people at their browsers, playing any game by the list of moves that every table has."""

import contextlib
import json
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page
from playwright.sync_api import TimeoutError as NotYet

from tests.support.site import EmbeddedSite

PATIENCE_MS = 30_000
LONGEST_MATCH_S = 900
"""A whole match of Hex Auction takes two minutes; beside other tests that measure coverage, five."""
MOST_TRIES = 60
MOVED = "#answer:not(:has(.sealed)) form[data-step], #result-title"
"""What a page has that asks its reader for an answer, or shows the result."""
LISTED = ":is(#answer form[data-step] input, #live input[form=answer-form])[type=radio][name=action]"
"""Answers as pieces, in the form and on the mat."""
ASKED = f"""() => {{
  if (!document.querySelector("#answer form[data-step]") || document.querySelector("#answer .sealed")) return null;
  return ["#answer select[name=action] option", "{LISTED}"].map((one) => document.querySelectorAll(one).length);
}}"""
"""How many options and how many pieces a page lists that asks for an answer. Asked at one moment: a page that is
redrawn between two questions would seem to ask and to list nothing."""
SETTLED = "() => !document.querySelector('form.htmx-request, #live.htmx-swapping, #live.htmx-settling')"
"""True once htmx has drawn the reply. Asked for each frame, where `wait_for_selector` waits up to half a second."""
WATCH_REPLY = """() => {
  window.replied = false;
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
    if (!requestConfig.elt.matches("form[hx-post$='/answer/']")) return;
    for (const end of ["onload", "onerror"]) {
      const draw = xhr[end];
      xhr[end] = (event) => { draw.call(xhr, event); window.replied = true; };
    }
  });
}"""
"""Notes when the reply to an answer is there, by whichever way it was sent."""
BY_HTTP = "Object.defineProperty(window, 'pageLine', { get: () => undefined, set: () => undefined });"
"""Makes a page that has no line to send its answers by."""
DEAF = "window.WebSocket = class extends EventTarget { readyState = 3; close() {} };"
"""Makes a page that hears nothing of what happens."""
OTHERS_TURN_MS = 100
"""How long one page is watched before the others are looked at."""


class Two(NamedTuple):
    """Two people at a table, with a bot that has answered."""

    ana: Page
    ben: Page
    path: str


_sessions: dict[tuple[str, str], list[Any]] = {}
"""The cookies of who has logged in, by site and name."""


def on_phone(browser: Browser, url: str) -> tuple[BrowserContext, Page]:
    """A browser of somebody who is not logged in."""
    context = browser.new_context(base_url=url, viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE_MS)
    return context, context.new_page()


def logged_in_before(browser: Browser, url: str, name: str) -> tuple[BrowserContext, Page]:
    """A browser of one of the demo's people, who goes on with the session of an earlier test of the file."""
    if kept := _sessions.get((url, name)):
        context, page = on_phone(browser, url)
        context.add_cookies(kept)
        page.goto("/turns/")
        if page.url.endswith("/turns/"):
            return context, page
        context.close()
    context, page = logged_in(browser, url, name)
    _sessions[url, name] = list(context.cookies())
    return context, page


def logged_in(browser: Browser, url: str, name: str) -> tuple[BrowserContext, Page]:
    """A browser of one of the demo's people."""
    context, page = on_phone(browser, url)
    page.goto("/accounts/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", "piecepack")
    page.click("main button[type=submit]")
    page.wait_for_url("**/turns/")
    return context, page


def open_table(page: Page, slug: str, bots: int, options: dict[str, str]) -> str:
    """Open a table with one seat for anyone and bots; return its path."""
    page.goto(f"/tables/new/{slug}/?company=seats")
    page.select_option("[name=seat_1]", "open")
    for seat in range(2, 2 + bots):
        page.select_option(f"[name=seat_{seat}]", "bot:steady")
    if options:
        page.click("#more > summary")
    for name, value in options.items():
        field = page.locator(f"[name=option_{name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.click("main button[type=submit]")
    page.wait_for_url("**/table/*/")
    return page.url.removeprefix(page.url.split("/table/")[0])


def play_now(page: Page, slug: str) -> Locator:
    """The button of the front page that starts this game at once."""
    return page.locator(f".game-card form:has([name=choice][value='{slug}']) button")


def listening(page: Page) -> None:
    """Wait until what others do will show on the page by itself."""
    page.wait_for_selector("main[data-listening]")


def open_tab(page: Page, name: str) -> None:
    """Open a section beside the table, unless it is open."""
    tab = page.locator(".tab-row a", has_text=name)
    if not page.locator(str(tab.get_attribute("href"))).is_visible():
        tab.click()


def open_menu(page: Page) -> None:
    """Open the menu of the table."""
    page.click("#table-menu > summary")


def join_table(page: Page, path: str) -> None:
    """Take the free seat."""
    page.goto(path)
    page.click("form[action$='/join/'] button")
    page.wait_for_selector("#live")


def play_to_the_end(pages: list[Page], path: str, dice: random.Random) -> None:
    """Answer by the list whenever asked, on pages that follow by themselves, until the match has ended."""
    _load_all(pages, path)
    give_up = time.monotonic() + LONGEST_MATCH_S
    while time.monotonic() < give_up:
        if not any(answer_or_look_again(page, path, dice) for page in pages):
            if pages[0].locator("#result-title").count():
                return
            wait_for_turn(pages[0])
    raise AssertionError(f"{path} did not end in {LONGEST_MATCH_S} s:\n{pages[0].inner_text('main')[:1500]}")


def answer_or_look_again(page: Page, path: str, dice: random.Random) -> bool:
    """Answer if asked. What others did meanwhile may have taken away what was chosen: then look at the table afresh."""
    try:
        return answer_here(page, dice)
    except NotYet:
        load(page, path)
        return True


def _load_all(pages: list[Page], path: str) -> None:
    """Load the table in each browser, and wait until each hears what happens."""
    for page in pages:
        load(page, path)
        listening(page)


def wait_for_turn(page: Page) -> None:
    """Wait until a page asks for an answer or shows the result; not for long, as others may be asked instead."""
    with contextlib.suppress(NotYet):
        page.wait_for_selector(MOVED, state="attached", timeout=OTHERS_TURN_MS)


def answer_by_list(page: Page, path: str, dice: random.Random) -> bool:
    """Seal any answer if one is asked for and none is sealed. Return True if one was sealed.

    It is taken from a list, of options or of radio buttons; where a page has too many answers to list them, its
    form is filled at random until the site takes it.
    """
    load(page, path)
    return answer_here(page, dice)


def load(page: Page, path: str) -> None:
    """Load a table again, which may load itself at that moment because its last seat was taken."""
    try:
        page.goto(path)
    except Error as error:
        if "interrupted by another navigation" not in error.message:
            raise
        page.wait_for_load_state()


def answer_here(page: Page, dice: random.Random) -> bool:
    """Seal any answer on the page as it stands, as `answer_by_list` does. End what opens over the board first."""
    asked: list[int] | None = page.evaluate(ASKED)
    if asked is None:
        return False
    with going_on(page, lambda: page.keyboard.press("Escape")):
        _answer(page, dice, *asked)
    return True


def _answer(page: Page, dice: random.Random, options: int, listed: int) -> None:
    """Seal one of so many options or pieces, or what is composed where there are none."""
    form = page.locator("#answer form[data-step]")
    if not options and not listed:
        return _compose(page, form, dice)
    # Only what the site has taken is over: a page that is asked for before shows the round that is about to close.
    with answered(page):
        if options:
            _take_option(page.locator("#answer select[name=action] option").nth(dice.randrange(options)))
        else:
            _mark(page, page.locator(LISTED).nth(dice.randrange(listed)))
            form.locator("button[type=submit].button-primary").click()
    return None


@contextlib.contextmanager
def going_on(page: Page, go_on: Callable[[], None]) -> Iterator[None]:
    """Go on from each round that opens over the board meanwhile, as it covers what is about to be tapped."""
    panel = page.locator("#reveal")
    page.add_locator_handler(panel, go_on)
    try:
        yield
    finally:
        page.remove_locator_handler(panel)


def send_by_http(page: Page) -> None:
    """Have a page send its answers over HTTP, where a test can come in between."""
    page.add_init_script(BY_HTTP)
    page.reload()


@contextlib.contextmanager
def answered(page: Page) -> Iterator[None]:
    """Wait until an answer is sent and the page shows the reply."""
    page.evaluate(WATCH_REPLY)
    yield
    page.wait_for_function("() => window.replied")
    page.wait_for_function(SETTLED)


def _take_option(option: Locator) -> None:
    """Choose an option of a list that may be shut, and send it."""
    form = option.locator("xpath=ancestor::form")
    value = str(option.get_attribute("value"))
    _unfolded(option, lambda timeout: form.locator("select[name=action]").select_option(value, timeout=timeout))
    form.locator("button[type=submit]").click()


def _mark(page: Page, button: Locator) -> None:
    """Click the label of a button, which is drawn as a piece; a closed list may hide it."""
    label = page.locator(f"label:has(#{button.get_attribute('id')})")
    _unfolded(button, lambda timeout: label.click(timeout=timeout))


def _unfolded(element: Locator, act: Callable[[float], object]) -> None:
    """Open what is folded up around an element and act on it, again where a refresh came in between.

    Raises `NotYet` at once if a refresh has taken the element away.
    """
    for timeout in [PATIENCE_MS / 10] * 3:
        if not element.count():
            raise NotYet("What was chosen is no longer on the page.")
        with contextlib.suppress(NotYet):
            open_around(element, timeout)
            act(timeout)
            return
    act(PATIENCE_MS)


def open_around(element: Locator, timeout: float = PATIENCE_MS) -> None:
    """Open whatever is folded up around an element, and bring it into view."""
    element.evaluate(
        """element => {
            for (let up = element; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
            (element.labels?.[0] ?? element).scrollIntoView({block: "center"});
        }""",
        timeout=timeout,
    )


def _compose(page: Page, form: Locator, dice: random.Random) -> None:
    """Fill in a form at random, again and again while the site refuses it."""
    for _ in range(MOST_TRIES):
        page.evaluate("document.querySelectorAll('#answer form details').forEach((one) => (one.open = true))")
        for name in sorted(set(form.locator("input[type=radio]").evaluate_all("all => all.map(one => one.name)"))):
            group = form.locator(f"input[type=radio][name={name}]:visible:enabled")
            if group.count():
                _mark(page, group.nth(dice.randrange(group.count())))
        for box in form.locator("input[type=checkbox]:visible").all():
            if dice.random() < 0.5:
                _mark(page, box)
        with answered(page):
            form.locator("button[type=submit].button-primary").click()
        if not page.locator("#answer [role=alert]").count():
            return
    raise AssertionError(f"No random answer was taken:\n{form.inner_text()[:1500]}")


def made_by(site: EmbeddedSite, program: str) -> dict[str, int]:
    """Run a program on the site that makes tables and prints their numbers by name as JSON; return these."""
    output = site.manage("shell", "-c", program)
    made: dict[str, int] = json.loads(next(line for line in output.splitlines() if line.startswith("{")))
    return made


def filled(site: EmbeddedSite) -> dict[str, str]:
    """Fill a running site with some days of play, and return the paths of its pages by name."""
    output = site.manage("shell", "-c", "from tests.support.days_of_play import fill; fill()")
    paths: dict[str, str] = json.loads(next(line for line in output.splitlines() if line.startswith("{")))
    return paths
