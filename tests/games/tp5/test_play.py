"""A table of TP5 at the real site: refusals, hands after a round, and answers by clicks and by keys."""

import random
import re
import time
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from engine.piecepack import TILES, tile_words
from engine.quick_chance import RandomChance
from games.tp5.rules.hands import hand_words
from games.tp5.rules.options import TITLES
from games.tp5.rules.phases.scoring import first_hands
from matches.log.states import state_of
from matches.models import Match
from matches.rounds.resolve import resolve_round
from tests.browser.play import answer_here, logged_in, wait_for_turn
from tests.matches.tables import answer_all, person, table_of
from tests.support.html import squeezed
from tests.support.site import EmbeddedSite

LONGEST_S = 120


def played_to(phase: str, **options: Any) -> tuple[Match, list[Client]]:
    """A table of three that has come to a phase, and the browsers of its people and of a visitor."""
    now = timezone.now()
    match, people = table_of("ana", "ben", "cleo", slug="tp5", chosen_by="host", now=now, **options)
    chance = RandomChance(1)
    while match.status == Match.Status.RUNNING and state_of(match).phase != phase:
        answer_all(match, people, chance, now)
        resolve_round(match_id=match.pk, now=now)
        match.refresh_from_db()
    clients = [Client() for _ in range(4)]
    for client, user in zip(clients, people, strict=False):
        client.force_login(user)
    return match, clients


@pytest.mark.django_db
def test_no_page_names_a_tile_that_its_reader_has_not_seen():
    match, clients = played_to("before_roll", phestivities=frozenset({"number_is_up", "tile_trickery"}))
    state = state_of(match)
    shown = {tile for tile in state.shown if tile} | {state.tiles[place] for place in state.up}
    for seat, client in enumerate(clients):
        known = shown | set(state.tiles[4 * seat : 4 * seat + 4] if seat < 3 else ())
        # What a player passed on they know as well.
        known |= {state.tiles[4 * ((seat - 1) % 3) + state.received_at[(seat - 1) % 3]]} if seat < 3 else set()
        for path in (f"/table/{match.pk}/", f"/table/{match.pk}/live/", f"/table/{match.pk}/log/"):
            text = unescape(squeezed(client.get(path).content.decode())).lower()
            assert {tile for tile in TILES if f"the {tile_words(tile)}".lower() in text} <= known


@pytest.mark.django_db
def test_a_false_statement_comes_back_with_its_reason_and_its_ticks():
    match, clients = played_to("statement", phestivities=frozenset())
    state = state_of(match)
    (me,) = state.asked
    slot = next(slot for slot in range(4) if slot != state.shown_at[me])
    suits = [suit for suit in "SMCA" if suit != state.tiles[4 * me + slot][0]]
    answer = {"step": match.next_step, "slot": slot, "suit": suits, "value": ["2", "3"]}
    reply = clients[me].post(f"/table/{match.pk}/answer/", answer)
    page = squeezed(reply.content.decode())
    assert reply.status_code == 400
    assert "This is not true of the tile." in page
    assert re.findall(r'name="suit" id="[^"]+" value="(\w)"[^>]* checked', page) == suits
    assert re.findall(r'name="slot" id="[^"]+" value="(\d)"[^>]* checked', page) == [str(slot)]


@pytest.mark.django_db
def test_hands_are_declared_in_words_while_they_are_news():
    match, clients = played_to("over", phestivities=frozenset(), rounds=1)
    page = unescape(squeezed(clients[3].get(f"/table/{match.pk}/").content.decode()))
    for hand in first_hands(state_of(match)):
        assert hand_words(hand)[1:] in page
    assert len(re.findall('aria-label="Hand"', page)) == 3


@pytest.mark.django_db
def test_a_host_who_touches_no_box_of_the_form_has_a_table_without_phestivities():
    client = Client()
    client.force_login(person("ana"))
    form = client.get("/tables/new/tp5/").content.decode()
    boxes = re.findall(r'<input[^>]*name="option_phestivities"[^>]*>', form)
    ticked = [box.split('value="')[1].split('"')[0] for box in boxes if " checked" in box]
    assert len(ticked) == len(TITLES)
    sent = {"option_phestivities": ticked, "option_chosen_by": "host", "option_rounds": "5", "option_reveal": "in_turn"}
    reply = client.post("/tables/new/tp5/", {"seat_1": "open", "turn_seconds": "86400"} | sent)
    assert reply.status_code == 302
    table = unescape(squeezed(client.get(reply["Location"]).content.decode()))
    assert TITLES["land_mine"] not in table
    rules = unescape(squeezed(client.get("/rules/tp5/").content.decode()))
    assert "All thirteen if the dealer chooses, none if the host does" in rules


def own_table(page: Page) -> str:
    """A table with two bots, in which the host has put nothing in play."""
    page.goto("/tables/new/tp5/?company=seats")
    page.select_option("[name=seat_1]", "bot:steady")
    page.select_option("[name=seat_2]", "bot:steady")
    page.click("#more > summary")
    page.select_option("[name=option_chosen_by]", "host")
    for box in page.locator("[name=option_phestivities]").all():
        box.uncheck()
    page.click("main button[type=submit]")
    page.wait_for_url("**/table/*/")
    return page.url.removeprefix(page.url.split("/table/")[0])


def asked_for(page: Page, path: str, title: str) -> None:
    """Answer by lists until something else is asked, and uncover the board."""
    dice, give_up = random.Random(1), time.monotonic() + LONGEST_S
    while time.monotonic() < give_up:
        page.goto(path)
        heading = page.locator("#answer h2")
        if heading.count() and heading.inner_text() == title:
            page.keyboard.press("Escape")
            expect(page.locator("#reveal")).to_be_hidden()
            return
        if not heading.count() or not answer_here(page, dice):
            wait_for_turn(page)
    raise AssertionError(f"{title} was not asked:\n{page.inner_text('main')[:1500]}")


@pytest.mark.long("a turn in a browser; `make test` plays without one")
def test_tiles_are_clicked_and_keys_do_the_same(browser: Browser, embedded_site: EmbeddedSite):
    context, page = logged_in(browser, embedded_site.url, "ana")
    try:
        path = own_table(page)
        asked_for(page, path, "Which of your tiles do you reveal?")
        page.locator("#answer .pick:has(svg.tile)").nth(2).click()
        revealed = page.locator("[data-choice] strong").inner_text()
        page.click("#answer .button-primary")
        mine = page.locator(".mat .tp5-row-mine .tp5-face").first
        expect(mine).to_contain_text(revealed.split(", the ")[1], ignore_case=True)
        asked_for(page, path, "What do you say about a tile?")
        state_a_suit_by_keys(page)
        asked_for(page, path, "Which tile do you claim?")
        claim_by_click(page)
        asked_for(page, path, "Which tile do you claim?")
        claim_by_keys(page)
    finally:
        context.close()


def state_a_suit_by_keys(page: Page) -> None:
    """The tile's own suit and value are ticked at once; leave its value open. The page counts along."""
    page.locator("#answer input[name=slot]").first.focus()
    page.keyboard.press("Space")
    tile = page.locator("input[name=slot]:checked").get_attribute("data-tile")
    assert tile
    ticked = page.locator("#answer input[type=checkbox]:checked").evaluate_all("all => all.map(one => one.dataset)")
    assert [one.get("rank", one["name"][0]) for one in ticked] == list(tile)
    tally = page.locator("[data-tally]")
    expect(tally).to_contain_text("1 × 1 leaves 1 of 24 tiles possible.")
    for other in set("n2345a") - {tile[1]}:
        page.locator(f"#answer input[data-rank='{other}']").focus()
        page.keyboard.press("Space")
    expect(tally).to_have_text("1 × 6 leaves 6 of 24 tiles possible. True of your tile.")
    expect(page.locator("[data-choice]")).to_have_text(re.compile(r"You say of tile [1-4]: its suit is \w+\."))
    page.keyboard.press("Enter")
    expect(page.locator(".tp5-row-mine")).to_contain_text("its suit is")


def claim_by_click(page: Page) -> None:
    """Click on a tile of the centre, and find the sign on it."""
    cell = page.locator(".mat .tp5-centre .tp5-cell").nth(1)
    cell.locator("label").click()
    expect(page.locator("[data-choice]")).to_contain_text("tile 2 of the centre")
    page.click("#answer .button-primary")
    expect(page.locator(".log")).to_contain_text("You claimed tile 2 of the centre")
    expect(page.locator(".tp5-centre .tp5-cell").nth(1)).to_contain_text("you")


def claim_by_keys(page: Page) -> None:
    """Go along the tiles with the arrows, and place with Enter."""
    page.locator(".mat input[name=place]").first.focus()
    page.keyboard.press("ArrowDown")
    chosen = page.locator("input[name=place]:checked").get_attribute("data-words") or ""
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text(f"You claimed {chosen.split(', the ')[0]}")
