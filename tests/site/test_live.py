"""The page in a browser: a refresh keeps what the reader has chosen but not sealed."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import BrowserContext, Page, Route, expect

from engine.view import MatchView
from games.bid.rules import BID
from games.bid.rules.dice import PRIZES
from tests.site.samples import asked_of, page_of, played, view_of

HOME = "http://127.0.0.1:9"
BIDDING = played(lambda state: state.round > 3 and state.phase == "bid" and not PRIZES[state.dice].double)
DOUBLE = played(lambda state: state.phase == "bid" and PRIZES[state.dice].double, seed=2)
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'"


class Table:
    """A table's page served to one browser; `view` is what it shows from now on."""

    def __init__(self, context: BrowserContext, view: MatchView) -> None:
        self.view = view
        self.complaints: list[str] = []
        context.route(f"{HOME}/**", self._serve)
        self.page = context.new_page()
        self.page.on(
            "console", lambda message: self.complaints.append(message.text) if message.type == "error" else None
        )
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{HOME}/table/214/")

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(HOME)
        if path.startswith("/static/"):
            found = finders.find(path.removeprefix("/static/"))
            assert found, path
            route.fulfill(path=Path(str(found)))
            return
        if path.startswith("/table/214/chat/"):
            route.fulfill(status=204)
            return
        html = page_of(
            self.view, "matches/_live.html" if path.partition("?")[0].endswith("/live/") else "matches/table.html"
        )
        headers = {"Content-Security-Policy": POLICY}
        route.fulfill(body=html, content_type="text/html; charset=utf-8", headers=headers)

    def moves(self) -> None:
        """Let the socket say that the table moved, and wait for the refreshed part."""
        with self.page.expect_response("**/live/**"):
            self.page.evaluate("htmx.trigger(document.body, 'table-moved')")


@pytest.fixture
def page_and_table(context: BrowserContext) -> tuple[Page, Table]:
    table = Table(context, view_of(BIDDING, 1))
    return table.page, table


def test_a_choice_outlives_a_refresh_of_the_same_round(page_and_table: tuple[Page, Table]):
    page, table = page_and_table
    third = page.locator("#choice-3")
    third.check()
    words = table.view.asked.choices[2].words if table.view.asked else ""
    expect(page.locator("[data-choice]")).to_have_text(f"You bid {words}.")
    table.view = view_of(BIDDING, 1, waiting_for=("Bram",), stage="Bram alone is missing")
    table.moves()
    expect(page.get_by_text("Bram alone is missing")).to_be_visible()
    expect(third).to_be_checked()
    expect(third).to_be_focused()
    expect(page.locator("[data-choice]")).to_have_text(f"You bid {words}.")
    expect(page.locator("[data-moved]")).to_be_hidden()


def test_a_new_round_takes_no_choice_of_the_old_one(page_and_table: tuple[Page, Table]):
    page, table = page_and_table
    page.locator("#choice-3").check()
    table.view = view_of(BIDDING, 1, asked=replace(asked_of(BIDDING, 1, None), step=40), step=39, last_step=39)
    table.moves()
    expect(page.locator("[data-moved]")).to_be_visible()
    expect(page.locator("input[name=action]:checked")).to_have_count(0)


def test_a_sealed_answer_is_not_undone_by_a_refresh(context: BrowserContext):
    table = Table(context, view_of(BIDDING, 1))
    table.view = view_of(BIDDING, 1, sealed=1)
    table.moves()
    expect(table.page.get_by_text("Your answer is sealed.")).to_be_visible()
    expect(table.page.locator("#choice-2")).to_be_checked()
    expect(table.page.locator("[data-moved]")).to_be_hidden()


def next_round() -> MatchView:
    return view_of(BIDDING, 1, asked=replace(asked_of(BIDDING, 1, None), step=40), step=39, last_step=39)


def test_an_answer_whose_reply_is_lost_is_not_called_unused(page_and_table: tuple[Page, Table]):
    page, table = page_and_table

    def lose_reply(route: Route) -> None:
        table.view = next_round()
        route.abort()

    page.route("**/answer/", lose_reply)
    page.locator("#choice-3").check()
    page.locator("#answer button.seal").click()
    expect(page.locator("#answer form[data-step='40']")).to_be_attached()
    expect(page.locator("[data-moved]")).to_be_hidden()


@pytest.mark.parametrize("way", ["Keep it", "Escape", "neither"])
def test_a_change_that_was_not_sealed_leaves_what_was_sealed_before(way: str, context: BrowserContext):
    table = Table(context, view_of(BIDDING, 1, sealed=1))
    page = table.page
    page.locator("#change > summary").click()
    page.locator("#choice-4").check()
    if way == "Escape":
        page.keyboard.press("Escape")
    elif way == "Keep it":
        page.locator("#change > summary").click()
    expect(page.locator("#choice-4" if way == "neither" else "#choice-2")).to_be_checked()
    table.view = next_round()
    table.moves()
    expect(page.locator("#answer form[data-step='40']")).to_be_attached()
    expect(page.locator("[data-moved]")).to_be_hidden()
    expect(page.get_by_text("Your change was not sealed")).to_be_visible(visible=way == "neither")


def test_a_change_of_what_was_sealed_on_this_page_is_called_unused(page_and_table: tuple[Page, Table]):
    page, table = page_and_table
    table.view = view_of(BIDDING, 1, sealed=1)
    part = page_of(table.view, "matches/_live.html")
    page.route("**/answer/", lambda route: route.fulfill(body=part, content_type="text/html; charset=utf-8"))
    page.locator("#choice-2").check()
    page.locator("#answer button.seal").click()
    expect(page.get_by_text("Your answer is sealed.")).to_be_visible()
    page.locator("#change > summary").click()
    page.locator("#choice-4").check()
    table.view = next_round()
    table.moves()
    expect(page.get_by_text("Your change was not sealed")).to_be_visible()
    expect(page.locator("[data-moved]")).to_be_hidden()


def test_a_round_that_closed_without_an_answer_that_did_not_arrive_is_named(page_and_table: tuple[Page, Table]):
    page, table = page_and_table
    page.route("**/answer/", lambda route: route.abort())
    page.locator("#choice-3").check()
    page.locator("#answer button.seal").click()
    expect(page.get_by_text("Your answer did not arrive.")).to_be_visible()
    page.locator("#choice-4").check()
    table.view = next_round()
    table.moves()
    expect(page.locator("[data-moved]")).to_be_visible()


def test_a_choice_outlives_a_pause(page_and_table: tuple[Page, Table]):
    page, table = page_and_table
    page.locator("#choice-3").check()
    for _ in range(2):
        table.view = view_of(BIDDING, 1, status="paused", asked=None)
        table.moves()
        expect(page.get_by_text("The match is paused.")).to_be_visible()
        expect(page.locator("[data-moved]")).to_be_hidden()
    table.view = view_of(BIDDING, 1)
    table.moves()
    expect(page.locator("#choice-3")).to_be_checked()
    expect(page.locator("[data-moved]")).to_be_hidden()
    table.view = view_of(BIDDING, 1, status="paused", asked=None, step=39, last_step=39)
    table.moves()
    expect(page.locator("[data-moved]")).to_be_visible()


def test_arrows_move_between_tiles_and_enter_seals(page_and_table: tuple[Page, Table]):
    page, table = page_and_table
    page.locator("#choice-1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#choice-3")).to_be_checked()
    with page.expect_request("**/answer/") as sent:
        page.keyboard.press("Enter")
    assert "action=%7B%22act%22%3A%22bid%22" in (sent.value.post_data or "")
    assert table.complaints == []


def test_a_third_tile_takes_the_place_of_the_first(context: BrowserContext):
    me = next(iter(BID.current_players(DOUBLE)))
    page = Table(context, view_of(DOUBLE, me)).page
    boxes = page.locator("input[name=tile]")
    boxes.nth(0).check()
    expect(page.locator("[data-choice]")).to_contain_text("Choose one more.")
    boxes.nth(3).check()
    boxes.nth(5).check()
    assert [boxes.nth(index).is_checked() for index in range(6)] == [False, False, False, True, False, True]
    page.locator("#pairs summary").click()
    page.locator("#choice-1").check()
    expect(page.locator("input[name=tile]:checked")).to_have_count(0)


def test_on_a_phone_the_button_stays_in_the_window(context: BrowserContext):
    table = Table(context, view_of(BIDDING, 1))
    table.page.set_viewport_size({"width": 390, "height": 600})
    table.page.locator("#answer h2").scroll_into_view_if_needed()
    expect(table.page.get_by_role("button", name="Seal my bid")).to_be_in_viewport()
    assert table.complaints == []
