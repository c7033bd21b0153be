"""The pages of Plaque Auction and Concealed Draw: every answer on a piece, and no plaque that a reader may not see."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from typing import Any

import pytest
from django.test import Client

from engine import Game
from engine.quick_chance import RandomChance
from engine.words import upper_first
from games.plaques.page.auction import bid_lead, bid_notes, bidder_at, bidders_of, coins_of
from games.plaques.page.hands import showdown_of
from games.plaques.page.turns import draw_lead, still_to_play
from games.plaques.rules import CONCEALED_DRAW, PLAQUE_AUCTION
from games.plaques.rules.explain import hand_words
from games.plaques.rules.pieces import PLAQUES, plaque_words
from games.plaques.rules.ranking import strength
from matches.log.states import state_of
from matches.models import Match
from matches.rounds.resolve import resolve_round
from matches.view.match_view import match_view, matches
from tests.games.plaques.page_samples import LAST_STEP, NAMES, reached, value_of, view_of
from tests.matches.tables import NOON, answer_all, table_of
from tests.site.samples import page_of


@dataclass(frozen=True)
class Scene:
    """A moment of one of the games."""

    game: Game[Any, Any, Any, Any]
    wanted: Callable[[Any], bool]
    options: dict[str, Any] = field(default_factory=dict)

    def state(self, players: int) -> Any:
        """The first such state of random play."""
        return reached(self.game, self.wanted, players, **self.options)


SCENES = {
    "first bid": Scene(PLAQUE_AUCTION, lambda state: state.round == 1),
    "many tokens": Scene(PLAQUE_AUCTION, lambda state: state.round == 1, {"tokens": 100}),
    "open bids": Scene(PLAQUE_AUCTION, lambda state: state.round == 2 and any(state.bids) and not state.picking),
    "sealed bid": Scene(PLAQUE_AUCTION, lambda state: state.round == 3, {"bidding": "sealed", "tokens": 60}),
    "picking": Scene(PLAQUE_AUCTION, lambda state: state.round > 1 and state.picking),
    "second hand": Scene(PLAQUE_AUCTION, lambda state: state.hand == 2 and state.picking, {"tokens": 100}),
    "tokens counted": Scene(PLAQUE_AUCTION, lambda state: False, {"hands": 1}),
    "draw": Scene(CONCEALED_DRAW, lambda state: state.phase == "draw" and len(state.centre) > 1),
    "discard": Scene(CONCEALED_DRAW, lambda state: state.phase == "discard" and state.source == "pile"),
    "discard after taking": Scene(CONCEALED_DRAW, lambda state: state.source == "centre"),
    "last turns": Scene(CONCEALED_DRAW, lambda state: state.phase == "draw" and state.declarer is not None),
    "naming": Scene(CONCEALED_DRAW, lambda state: state.phase == "nominate"),
    "second round": Scene(CONCEALED_DRAW, lambda state: state.phase == "draw" and state.round == 2),
    "last one in": Scene(CONCEALED_DRAW, lambda state: state.phase == "over"),
}
every_scene = pytest.mark.parametrize("name", SCENES)


@cache
def met(name: str, players: int = 4) -> Any:
    return SCENES[name].state(players)


def page_for(name: str, me: int | None, players: int = 4, **changes: Any) -> str:
    return page_of(view_of(SCENES[name].game, met(name, players), me, **changes))


def asked_seat(name: str, players: int = 4) -> int:
    return next(iter(SCENES[name].game.current_players(met(name, players))), 0)


LEADS = {
    "first bid": (bid_lead, "Your choice:"),
    "sealed bid": (bid_lead, "You bid"),
    "picking": (bid_lead, "You take the"),
    "draw": (draw_lead, "Your choice:"),
    "discard": (draw_lead, "You discard the"),
    "naming": (draw_lead, "You name"),
}


@pytest.mark.parametrize("name", LEADS)
def test_what_is_chosen_is_led_in(name: str):
    lead, words = LEADS[name]
    me = asked_seat(name)
    assert lead(view_of(SCENES[name].game, met(name), me)) == words
    assert f'data-lead="{words}"' in page_for(name, me)


def radios(page: str) -> list[str]:
    return [unescape(value) for value in re.findall(r'type="radio" name="action" id="[^"]+" value="([^"]*)"', page)]


def plaques_named(page: str) -> set[str]:
    """The plaques named on a page, except those that a Dragon stands for."""
    page = re.sub(r"as (the [^<.]*)", "", page)
    return {plaque for plaque in PLAQUES if re.search(rf"\b{plaque_words(plaque)}\b", page)}


def may_know(name: str, me: int | None) -> set[str]:
    """The plaques that lie open or belong to a viewer, found in the state rather than in what they are shown."""
    state = met(name)
    open_rows = state.taken if SCENES[name].game is PLAQUE_AUCTION else state.known
    own_rows = state.hidden if SCENES[name].game is PLAQUE_AUCTION else state.tableaux
    known = {*state.centre, *(plaque for row in open_rows for plaque in row)}
    if state.last:
        known |= {plaque for row in state.last.tableaux for plaque in row}
    if me is not None:
        known |= {*own_rows[me]}
    drawn = getattr(state, "drawn", None)
    return known | {drawn} if drawn and (state.turn == me or state.source == "centre") else known


def test_every_scene_is_met():
    asked = {name: SCENES[name].game.current_players(met(name)) for name in SCENES}
    assert [name for name, seats in asked.items() if not seats] == ["tokens counted", "last one in"]


# --- What is offered ------------------------------------------------------------------------------
@every_scene
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_choices_on_the_page_are_the_legal_actions(name: str, players: int):
    me = asked_seat(name, players)
    legal = SCENES[name].game.legal_actions(met(name, players), me)
    assert radios(page_for(name, me, players)) == [value_of(action) for action in legal]


@pytest.mark.parametrize("name", ["picking", "discard", "discard after taking"])
def test_plaques_are_chosen_as_pieces(name: str):
    me = asked_seat(name)
    page = page_for(name, me)
    picks = re.findall(
        r'<label class="pick">\s*<input [^>]*>\s*<svg [^>]*class="plaque".*?</svg>\s*<span>\s*([^<]+?)\s*<',
        page,
        re.DOTALL,
    )
    actions = SCENES[name].game.legal_actions(met(name), me)
    assert picks == [upper_first(plaque_words(action.plaque)) for action in actions]


@pytest.mark.parametrize("name", ["picking", "draw", "discard", "open bids"])
def test_a_plaque_on_the_mat_is_what_the_reader_chooses(name: str):
    me = asked_seat(name)
    page = page_for(name, me)
    tapped = re.findall(
        r'<input [^>]*id="choice-(\d+)"[^>]*form="answer-form"[^>]*>.*?<span(?: class="pile-words")?>\s*([^<]+?)\s*<',
        page,
        re.DOTALL,
    )
    actions = list(enumerate(SCENES[name].game.legal_actions(met(name), me), 1))
    in_centre = [
        (str(number), upper_first(plaque_words(action.plaque)))
        for number, action in actions
        if getattr(action, "plaque", None) in met(name).centre
    ]
    pile = [("1", f"Pile: {len(met(name).pile)}")] if name == "draw" else []
    assert tapped == pile + in_centre
    assert bool(tapped) == (name in ("picking", "draw"))
    assert 'form="answer-form"' not in page_for(name, None)


@pytest.mark.parametrize(
    ("name", "is_secret"), [("sealed bid", True), ("open bids", False), ("picking", False), ("discard", False)]
)
def test_only_answers_that_wait_for_others_are_called_secret(name: str, is_secret: bool):
    scene = SCENES[name]
    state = scene.state(4)
    page = page_of(view_of(scene.game, state, scene.game.current_players(state)[0]))
    assert ("Change it until the last envelope is in." in page) == is_secret
    assert ("Nobody, moderators included, can read your answer" in page) == is_secret
    assert ("Your answer counts at once." in page) != is_secret


def test_what_was_just_taken_is_barred_with_its_reason():
    me = asked_seat("discard after taking")
    page = page_for("discard after taking", me)
    assert page.count("plaque-barred") == 1
    taken = upper_first(plaque_words(met("discard after taking").drawn))
    assert f'{taken}<span class="pick-aside">just taken, so it stays' in page
    assert "plaque-barred" not in page_for("discard", asked_seat("discard"))


def test_many_tokens_fold_away_and_open_for_a_sealed_one():
    me = asked_seat("many tokens")
    assert '<details id="more-tokens" class="disclosure">' in page_for("many tokens", me)
    assert '<details id="more-tokens" class="disclosure" open>' in page_for("many tokens", me, sealed=60)
    assert "more-tokens" not in page_for("first bid", asked_seat("first bid"))
    coins = coins_of(view_of(PLAQUE_AUCTION, met("many tokens"), me, sealed=60))
    assert len(coins.first) == 14 and coins.rest[0][0] == 15 and coins.is_open
    assert not coins_of(view_of(PLAQUE_AUCTION, met("first bid"), asked_seat("first bid"))).rest


def test_players_to_name_are_called_by_their_names():
    me = asked_seat("naming")
    page = page_for("naming", me)
    assert re.findall(r'data-words="(\w+)"', page) == [name for seat, name in enumerate(NAMES[:4]) if seat != me]


@every_scene
def test_a_sealed_answer_stays_marked(name: str):
    me = asked_seat(name)
    if not SCENES[name].game.current_players(met(name)):
        assert radios(page_for(name, me)) == []
        return
    page = page_for(name, me, sealed=1)
    assert "Your answer is sealed." in page
    assert re.findall(r'id="(choice-\d+)"[^>]* checked', page) == ["choice-2"]


# --- For whom -------------------------------------------------------------------------------------
@every_scene
@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_no_plaque_is_named_that_the_reader_may_not_know(name: str, viewer: int | None):
    for step in (LAST_STEP, 12):
        assert plaques_named(page_for(name, viewer, step=step)) <= may_know(name, viewer)


@every_scene
def test_all_that_lies_open_and_all_that_is_mine_is_named(name: str):
    me = asked_seat(name)
    assert plaques_named(page_for(name, me)) == may_know(name, me)


@every_scene
@pytest.mark.parametrize("players", [2, 6])
def test_pages_for_all_are_without_anything_inline(name: str, players: int):
    for viewer in (None, *range(players)):
        for step in (LAST_STEP, 12):
            page = page_for(name, viewer, players, step=step)
            assert not re.search(r'\sstyle="|\son[a-z]+="|<style', page)
            ids = re.findall(r'\sid="([^"]+)"', page)
            assert sorted(ids) == sorted(set(ids))


@every_scene
def test_replays_and_spectators_are_asked_nothing(name: str):
    for page in (page_for(name, asked_seat(name), step=12), page_for(name, None)):
        assert radios(page) == []
        assert "Your answer is sealed." not in page


def test_seven_at_a_table_of_sealed_bids():
    for viewer in (None, *range(7)):
        assert page_for("sealed bid", viewer, 7).count('aria-label="Three hidden plaques"') == 7


# --- What is shown --------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["open bids", "picking", "draw", "discard"])
def test_my_hand_is_read_in_words(name: str):
    me, state = asked_seat(name), met(name)
    own = state.hidden[me] + state.taken[me] if SCENES[name].game is PLAQUE_AUCTION else state.tableaux[me]
    words = hand_words((*own, state.drawn) if name == "discard" else own)
    assert upper_first(words) in page_for(name, me)
    assert upper_first(words) not in page_for(name, None)


def test_bids_stand_clockwise_from_the_first_player_with_who_is_next():
    state = reached(PLAQUE_AUCTION, lambda state: not state.picking and state.bids[state.first] < max(state.bids), 4)
    rows = bidders_of(view_of(PLAQUE_AUCTION, state, None))
    seats = [row.seat.player for row in rows]
    assert seats == [(state.first + step) % 4 for step in range(4)]
    assert [row.bid for row in rows] == [state.bids[seat] for seat in seats]
    assert [row.seat.player for row in rows if row.note == "to bid now"] == list(state.bidding[:1])
    best = min(rows, key=lambda row: row.pick)
    assert best.bid == max(state.bids)


def test_cards_say_who_bids_now_and_who_has_passed():
    state = reached(PLAQUE_AUCTION, lambda state: not state.picking and len(state.bidding) == 2, 4)
    view = view_of(PLAQUE_AUCTION, state, None)
    notes = [bid_notes(view, seat) for seat in range(4)]
    assert ["to bid now" in note for note in notes] == [seat == state.bidding[0] for seat in range(4)]
    assert ["has" in note for note in notes] == [seat not in state.bidding for seat in range(4)]
    assert ["first player" in note for note in notes] == [seat == state.first for seat in range(4)]
    assert [bidder_at(view, seat) is not None for seat in range(4)] == [bool(bid) for bid in state.bids]


def test_sealed_bids_stand_on_no_card_before_they_open():
    view = view_of(PLAQUE_AUCTION, met("sealed bid"), None)
    assert [bidder_at(view, seat) for seat in range(4)] == [None] * 4
    assert not any("bid" in bid_notes(view, seat) or "passed" in bid_notes(view, seat) for seat in range(4))


def test_those_who_have_picked_show_what_they_took():
    state = reached(PLAQUE_AUCTION, lambda state: 0 < len(state.picking) < 4, 4)
    rows = bidders_of(view_of(PLAQUE_AUCTION, state, None))
    assert [row.picked for row in rows] == [
        state.taken[row.seat.player][-1] if row.seat.player not in state.picking else "" for row in rows
    ]
    assert [row.bid for row in rows] == sorted(state.bids, reverse=True)


@pytest.mark.parametrize("name", ["second hand", "tokens counted", "naming", "second round", "last one in"])
def test_a_showdown_shows_every_tableau_best_first(name: str):
    last = met(name).last
    rows = showdown_of(view_of(SCENES[name].game, met(name), None))
    assert [{*row.hand, *row.rest} for row in rows] == [{*last.tableaux[row.seat.player]} for row in rows]
    assert all(len(row.hand) == 5 for row in rows)
    values = [strength(last.tableaux[row.seat.player]) for row in rows]
    assert values == sorted(values, reverse=True)
    best = {seat for seat, share in enumerate(last.shares) if share} if hasattr(last, "shares") else {last.winner}
    assert {row.seat.player for row in rows if row.best} >= best
    shown = re.findall(r'<p class="showdown-hand[^>]*>([^<]+)</p>', page_for(name, None))
    assert shown == [row.words for row in rows]


def test_last_turns_are_counted_from_who_is_asked_to_the_declarer():
    state = met("last turns")
    left = [seat.player for seat in still_to_play(view_of(CONCEALED_DRAW, state, None))]
    assert left == [(state.turn + step) % 4 for step in range((state.declarer - state.turn) % 4)]
    assert f"{NAMES[state.declarer]} is the declarer." in page_for("last turns", None)
    assert "Nobody has declared." in page_for("draw", None)


def test_plaques_taken_openly_lie_face_up_at_their_seat():
    state = reached(CONCEALED_DRAW, lambda state: any(state.known), 4)
    seat = next(seat for seat, row in enumerate(state.known) if row)
    page = page_of(view_of(CONCEALED_DRAW, state, None))
    tableaux = re.findall(r'class="seat-shown seat-plaques".*?</span></div>', page, re.DOTALL)
    assert re.findall(r'plaque-small" [^>]*aria-label="([^",]+)', tableaux[seat]) == [
        plaque_words(plaque) for plaque in state.known[seat]
    ]
    assert f'aria-label="{7 - len(state.known[seat])} hidden plaques"' in tableaux[seat]


# --- Through the site -----------------------------------------------------------------------------
def played(slug: str, players: int, wanted: Callable[[Match], bool], **options: Any) -> tuple[Match, list[Any]]:
    """A real match of people who answer at random, played until it is as wanted."""
    match, people = table_of(*(name.lower() for name in NAMES[:players]), slug=slug, **options)
    chance = RandomChance(players)
    while match.status == Match.Status.RUNNING and not wanted(match):
        answer_all(match, people, chance)
        resolve_round(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    return matches().get(pk=match.pk), people


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "players"), [("plaque-auction", 7), ("plaque-auction", 2), ("concealed-draw", 3)])
def test_a_real_match_is_shown_from_its_first_step_to_its_end(slug: str, players: int):
    options: dict[str, Any] = {"hands": 1, "bidding": "sealed"} if slug == "plaque-auction" else {"lives": 1}
    match, people = played(slug, players, lambda match: False, **options)
    for user in (None, *people):
        client = Client()
        if user is not None:
            client.force_login(user)
        for path in ("", "live/", "log/", "step/0/", f"step/{match.step // 2}/"):
            assert client.get(f"/table/{match.pk}/{path}").status_code == 200
    assert "showdown-best" in Client().get(f"/table/{match.pk}/").content.decode()


def in_second_hand(match: Match) -> bool:
    state = state_of(match)
    return bool(state.hand == 2 and state.round == 3)


@pytest.mark.django_db
def test_the_log_and_the_strip_go_by_hands():
    match, _ = played("plaque-auction", 4, in_second_hand, bidding="sealed", tokens=100)
    view = match_view(match, None, log_steps=500)
    numbers = [entry.round for entry in reversed(view.log)]
    assert numbers == sorted(numbers, key=lambda number: number or 0)
    assert {*numbers} == {1, 2}
    assert [mark.round for mark in view.marks] == [1]
    now = re.search(r'aria-current="step">\s*<span class="serif">(\d+)<', page_of(view))
    assert now
    assert now[1] == "2"
