"""The page of Manipulation: every move as a piece, and no secret of another seat."""

import re
from collections.abc import Callable
from functools import cache
from html import unescape

import httpx
import pytest
from django.test import Client
from msgspec.structs import replace
from playwright.sync_api import Browser, expect

from engine.piecepack import tile_words
from engine.quick_chance import RandomChance
from foundation.templatetags.pieces import tile_name
from games.manipulation.page.code import CodeColumn, effect_of
from games.manipulation.page.coins import stock_words
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.ending import steps_apart
from games.manipulation.rules.options import ManipulationOptions
from games.manipulation.rules.state import ManipulationState
from games.manipulation.templatetags.manipulation import value_ring
from matches.log.states import open_step
from matches.models import Match
from matches.rounds.resolve import resolve_round
from tests.browser.play import load, logged_in, open_table
from tests.games.manipulation.samples import reached, value_of, view_of
from tests.matches.tables import NOON, answer_all, table_of
from tests.site.samples import page_of
from tests.support.html import squeezed
from tests.support.processes import ROOT
from tests.support.site import EmbeddedSite

Wanted = Callable[[ManipulationState], bool]
PHASES: dict[str, Wanted] = {
    "turn": lambda state: state.turn > 4 and state.auction is None and bool(state.discards),
    "bid": lambda state: state.auction is not None and state.turn > 2 and len(state.stocks[0]) > 2,
    "tie": lambda state: state.auction is not None and state.auction.round == 2 and state.auction.winner is None,
    "decision": lambda state: state.auction is not None and state.auction.winner is not None,
    "over": lambda state: False,
}
every_phase = pytest.mark.parametrize("phase", PHASES)
every_table = pytest.mark.parametrize("players", MANIPULATION.players)


@cache
def met(phase: str, players: int = 4) -> ManipulationState:
    return reached(PHASES[phase], players, ManipulationOptions(turn_limit=24))


def asked_seat(state: ManipulationState) -> int:
    return next(iter(MANIPULATION.current_players(state)), 0)


def radios(page: str) -> list[str]:
    return [
        unescape(value) for value in re.findall(r'<input type="radio" name="action" id="[^"]+" value="([^"]*)"', page)
    ]


@every_phase
@every_table
def test_the_choices_on_the_page_are_the_legal_actions(phase: str, players: int):
    state = met(phase, players)
    me = asked_seat(state)
    legal = [value_of(action) for action in MANIPULATION.legal_actions(state, me)]
    assert sorted(radios(page_of(view_of(state, me)))) == sorted(legal)


@every_phase
@every_table
def test_seats_and_spectators_get_a_page_without_anything_inline(phase: str, players: int):
    state = met(phase, players)
    for viewer in (None, *range(players)):
        for step in (31, 12):
            page = page_of(view_of(state, viewer, step=step))
            assert not re.search(r'\sstyle="|\son[a-z]+="|<style', page)
            ids = re.findall(r'\sid="([^"]+)"', page)
            assert sorted(ids) == sorted(set(ids))
            assert [tile_name(tile) for tile in state.code if tile_name(tile) not in page] == []


@every_phase
def test_what_is_hidden_is_named_on_no_page_of_others(phase: str):
    state = met(phase)
    shown = {*state.code, *state.discards, *([state.auction.offered] if state.auction else [])}
    for viewer in (None, *range(4)):
        page = page_of(view_of(state, viewer)).lower()
        known = {*shown, *(state.hands[viewer] + state.goals[viewer] if viewer is not None else ())}
        if phase == "over":
            known.update(tile for goal in state.goals for tile in goal)
        hidden = [
            tile_words(tile).lower() for hand in (*state.hands, *state.goals) for tile in hand if tile not in known
        ]
        assert [words for words in hidden if words in page] == []


def test_a_seat_sees_its_own_goal_and_hand_beside_the_code():
    state = met("turn")
    me = asked_seat(state)
    page = page_of(view_of(state, me))
    goal = page[page.index("Your goal") : page.index("</section>", page.index("Your goal"))]
    assert [tile_words(tile).lower() in goal.lower() for tile in state.goals[me]] == [True] * 4
    assert "Your goal" not in page_of(view_of(state, None))


@every_phase
def test_a_tile_of_the_code_can_be_tapped_where_one_choice_acts_on_it(phase: str):
    state = met(phase)
    me = asked_seat(state)
    page = page_of(view_of(state, me))
    offered = [state.auction.offered] if state.auction and phase == "decision" else []
    laid = [*state.hands[me]] if phase == "turn" else offered
    suits = [tile[0] for tile in laid]
    for suit in "SMCA":
        tapped = re.search(rf'<li class="code-{suit}[^>]*>\s*<label class="mat-pick" for="(choice-\d+)"', page)
        assert bool(tapped) == (suits.count(suit) == 1)
        if tapped:
            assert re.search(rf'id="{tapped[1]}"[^>]*data-target="code-{suit}"', page)


def test_a_suit_that_agrees_is_marked_by_sign_and_word():
    state = met("turn")
    me = asked_seat(state)
    for column, tile in enumerate(state.goals[me]):
        code = (*state.code[:column], tile, *state.code[column + 1 :])
        page = page_of(view_of(replace(state, code=code), me))
        before = sum(state.code[index] == state.goals[me][index] for index in range(4) if index != column)
        assert page.count('<use href="#sign-done" /></svg><strong>agrees</strong>') == before + 1
        assert f"{before + 1} of 4 agree." in page


def test_each_tile_says_whether_it_is_pushed_or_tried():
    state = met("turn")
    me = asked_seat(state)
    page = page_of(view_of(state, me))
    for action in MANIPULATION.legal_actions(state, me):
        act, tile = type(action).__name__, getattr(action, "tile", None)
        if act in ("Push", "Try"):
            name = tile_words(str(tile))
            assert re.search(rf'<strong>{act}</strong>\s*<span class="visually-hidden">\s*the {name} over the ', page)


def test_opponents_to_force_are_called_by_their_names():
    state = met("turn")
    page = page_of(view_of(state, asked_seat(state)))
    names = re.findall(
        r'<strong>Force</strong>\s+<span class="act-on">(\w+)</span>\s+'
        r'<span class="visually-hidden">to discard a tile at random</span>',
        page,
    )
    assert len(names) == 3
    assert len(set(names)) == 3


@every_phase
def test_everyones_stock_is_drawn_and_told(phase: str):
    state = met(phase)
    page = page_of(view_of(state, None))
    assert re.findall(r'aria-label="Coins: ([^"]+)"', page) == [stock_words(stock) for stock in state.stocks]
    spent = sum(6 - len(stock) for stock in state.stocks)
    assert page.count('class="bid-coin coin-spent"') == spent


def test_goals_lie_face_down_until_the_end():
    assert page_of(view_of(met("turn"), None)).count("goal, face down") == 4
    over = page_of(view_of(met("over"), None))
    assert "goal, face down" not in over
    assert over.count('aria-label="Goal: ') == 4


def test_discards_are_listed_newest_first():
    state = met("turn")
    page = page_of(view_of(state, None))
    listed = re.findall(r"<span>([^<]+)</span></li>", page[page.index('class="discards"') :].partition("</ol>")[0])
    assert [name.lower() for name in listed] == [tile_words(tile).lower() for tile in reversed(state.discards)]


def test_a_sealed_bid_stays_marked_and_may_be_changed():
    state = met("bid")
    me = asked_seat(state)
    page = page_of(view_of(state, me, sealed=1), just_sealed=True)
    assert "Your answer is sealed." in page
    assert re.findall(r'id="(choice-\d+)"[^>]* checked', page) == ["choice-2"]


def test_a_replay_and_a_spectator_are_asked_nothing():
    state = met("turn")
    for page in (page_of(view_of(state, asked_seat(state), step=12)), page_of(view_of(state, None))):
        assert 'method="post"' not in page
    assert "Your tiles" in page_of(view_of(state, asked_seat(state), step=12))


@pytest.mark.parametrize(
    ("tile", "lead", "words"),
    [
        ("S3", "agrees", "agrees with your goal"),
        ("M5", "breaks", "breaks agreement with your goal"),
        ("Ca", "nearer", "nearer to your goal"),
        ("C3", "further", "further from your goal"),
        ("Aa", "as near", "as near to your goal"),
    ],
)
def test_what_a_tile_would_mean_for_a_goal(tile: str, lead: str, words: str):
    assert effect_of(tile, ("S2", "M4", "C2", "A3"), ("S3", "M4", "Cn", "A2")) == (lead, words)


def test_a_ring_marks_the_code_the_goal_and_the_tile_on_offer():
    spots = value_ring(CodeColumn("S2", "S5", 3, "Sn"))["spots"]
    assert [spot.marks for spot in spots] == ["ring-offered", "", "ring-code", "", "", "ring-goal"]
    assert [spot.marks for spot in value_ring(CodeColumn("Ma", "Ma", 0))["spots"]][1] == "ring-code ring-goal"


@pytest.mark.parametrize("phase", ["bid", "tie", "decision"])
def test_the_tile_up_for_auction_lies_over_the_one_it_may_replace(phase: str):
    state = met(phase)
    assert state.auction
    offered = state.auction.offered
    old = next(tile for tile in state.code if tile[0] == offered[0])
    for viewer in (None, *range(4)):
        page = page_of(view_of(state, viewer))
        assert f'class="offered-{offered[0]}"' in page
        assert f"{tile_name(offered)}, to replace the {tile_words(old)}" in page
        assert page.count(' code-at-stake"') == 1


@pytest.mark.parametrize("phase", ["turn", "bid", "tie", "decision"])
def test_a_question_is_short(phase: str):
    state = met(phase)
    page = page_of(view_of(state, asked_seat(state)))
    question = re.findall(r"<h2>([^<]+\?)</h2>", page[page.index('id="answer"') :])
    assert len(question) == 1
    assert len(question[0].split()) <= 12


def test_values_stand_in_a_ring():
    assert [steps_apart("Sn", other) for other in ("Sn", "Sa", "S2", "S3", "S4", "S5")] == [0, 1, 2, 3, 2, 1]


@pytest.mark.django_db
def test_the_strip_leads_back_to_the_step_that_ended_each_turn():
    match, people = table_of("ana", "ben", slug="manipulation")
    chance = RandomChance(2)
    ended: dict[int, int] = {}
    while len(ended) < 5:
        match = Match.objects.get(pk=match.pk)
        answer_all(match, people, chance)
        resolve_round(match_id=match.pk, now=NOON)
        step = Match.objects.get(pk=match.pk).steps.latest("number")
        events = open_step(step).events
        ended.update({event["turn"]: step.number for event in events if event["event"] == "turn_ended"})
    client = Client()
    client.force_login(people[0])
    page = squeezed(client.get(f"/table/{match.pk}/").content.decode())
    found = re.findall(
        r'href="/table/\d+/step/(\d+)/">\s*<span class="serif">\s*<span class="visually-hidden">Turn (\d+)</span>',
        page,
    )
    assert {int(turn): int(step) for step, turn in found} == ended
    assert client.get(f"/table/{match.pk}/step/{ended[3]}/").status_code == httpx.codes.OK


@pytest.mark.long("a turn in a browser; `make test` plays without one")
@pytest.mark.parametrize("by", ["click", "keyboard"])
@pytest.mark.sampled(1, "by mouse and keyboard, not by one of them")
def test_a_turn_is_taken_with_a_piece(by: str, browser: Browser, embedded_site: EmbeddedSite):
    context, page = logged_in(browser, embedded_site.url, "ana")
    try:
        open_table(page, "manipulation", bots=0, options={})
        path = page.url
        other_context, other = logged_in(browser, embedded_site.url, "ben")
        other.goto(path)
        other.click("form[action$='/join/'] button")
        other.wait_for_selector("#live")
        load(page, path)
        mine = page if page.locator("#answer").count() else other
        mine.reload()
        first = mine.locator(".hand-pick .pick").first
        if by == "click":
            first.click()
            mine.get_by_role("button", name=re.compile("Push|Try")).click()
        else:
            first.locator("input").focus()
            mine.keyboard.press("Space")
            mine.keyboard.press("Enter")
        mine.wait_for_load_state()
        expect(mine.locator(".log")).to_contain_text(re.compile("You (pushed|tried) the"))
        other_context.close()
    finally:
        context.close()


def test_each_act_names_itself_on_the_seal_and_what_it_lights_on_the_mat():
    state = met("turn")
    me = asked_seat(state)
    page = page_of(view_of(state, me))
    acts = re.findall(r'data-seal="(\w+)" data-target="([\w-]+)"', page)
    assert len(acts) == len(MANIPULATION.legal_actions(state, me))
    others = {f"seat-{seat}" for seat in range(4) if seat != me}
    assert {target for seal, target in acts if seal == "Force"} == others
    assert {target for seal, target in acts if seal in ("Pull", "Pass")} == {"pile", "discards"}
    styles = (ROOT / "games/manipulation/static/manipulation/mat.css").read_text()
    for target in {target for _, target in acts} | {f"code-{suit}" for suit in "SMCA"}:
        assert f'[data-target="{target}"]:checked' in styles
    for choice in re.findall(r'class="mat-pick" for="([\w-]+)"', page):
        assert f'id="{choice}"' in page
    suits = [tile[0] for tile in state.hands[me]]
    alone = [suit for suit in suits if suits.count(suit) == 1]
    assert page.count('class="mat-pick"') == 1 + len(others) + len(alone)
    sealed = page_of(view_of(state, me, sealed=0))
    assert "mat-pick" not in sealed
