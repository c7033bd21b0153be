"""The page of a table: what it offers, to whom, and what it keeps to itself."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from engine import Mark
from engine.names import ReaderNames
from engine.view import Envelope, LogEntry, MatchView
from games.bid.rules import BID
from games.bid.rules.actions import Bid
from games.bid.rules.dice import PRIZES
from games.bid.rules.options import BidOptions
from games.bid.rules.state import BidState
from games.registry import GAMES
from tests.site.samples import NAMES, page_of, played, view_of

BIDDING = played(lambda state: state.round > 3 and state.phase == "bid" and not PRIZES[state.dice].double)
STATES = {
    "window": played(lambda state: state.phase == "reroll" and state.round > 2),
    "window with coins": played(lambda state: any(state.coins) and state.round > 2, BidOptions(reroll="coins")),
    "bid": BIDDING,
    "two tiles": played(lambda state: state.phase == "bid" and PRIZES[state.dice].double, seed=2),
    "tie-break": played(lambda state: state.phase == "tie_break"),
    "hands shown": played(lambda state: state.hands_shown),
    "over": played(lambda state: False, BidOptions(target=25)),
}


def somebody(state: BidState) -> int:
    """A seat that is asked, or the first."""
    return next(iter(BID.current_players(state)), 0)


def radios(page: str) -> dict[str, str]:
    """The values that the form's radio buttons post, with their words."""
    found = re.findall(r'<input type="radio" name="action" id="[^"]+" value="([^"]*)" data-words="([^"]*)"', page)
    return {unescape(value): unescape(words) for value, words in found}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_every_legal_answer_can_be_chosen_without_a_script(state: BidState):
    view = view_of(state, somebody(state))
    offered = {} if view.asked is None else {choice.value: choice.words for choice in view.asked.choices}
    assert radios(page_of(view)) == offered


@pytest.mark.parametrize("viewer", ["seat", "spectator"])
@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_nothing_that_the_content_policy_would_refuse(state: BidState, viewer: str):
    page = page_of(view_of(state, somebody(state) if viewer == "seat" else None))
    assert not re.search(r'\sstyle="|\son[a-z]+="', page)
    assert not re.search(r"<script(?![^>]* src=)|<style", page)


@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_ids_are_unique(state: BidState):
    ids = re.findall(r'\sid="([^"]+)"', page_of(view_of(state, somebody(state))))
    assert sorted(ids) == sorted(set(ids))


def test_the_form_names_its_step_and_act():
    page = page_of(view_of(BIDDING, 1))
    assert '<input type="hidden" name="step" value="32">' in page
    assert 'data-busy="Sealing …">Seal my bid</button>' in page
    assert "Your turn: Bid!" in page


def test_two_tiles_are_offered_as_pieces():
    state = STATES["two tiles"]
    page = page_of(view_of(state, somebody(state)))
    boxes = re.findall(r'<input type="checkbox" name="tile" id="[^"]+" value="(\w\w)"', page)
    assert tuple(boxes) == state.hands[somebody(state)]


def test_a_sealed_answer_is_said_and_stays_marked():
    page = page_of(view_of(BIDDING, 1, sealed=2), just_sealed=True)
    words = BID.wording.choice(BID.legal_actions(BIDDING, 1)[2], BID.observation(BIDDING, 1), ReaderNames(NAMES, 1))
    assert "Your answer is sealed." in page
    assert f"You chose: <strong>{words}</strong>" in page
    assert re.findall(r'id="(choice-\d+)"[^>]* checked', page) == ["choice-3"]
    assert "just-sealed" in page


def test_a_sealed_pair_stays_marked():
    state = STATES["two tiles"]
    me = somebody(state)
    page = page_of(view_of(state, me, sealed=4))
    ticked = re.findall(r'name="tile" id="[^"]+" value="(\w\w)"[^>]* checked', page)
    bid = BID.legal_actions(state, me)[4]
    assert isinstance(bid, Bid)
    assert tuple(ticked) == bid.tiles


def test_a_refused_answer_says_why_at_the_form():
    page = page_of(view_of(BIDDING, 1), error="Bid a tile from your own hand.")
    assert 'role="alert"><svg' in page
    assert "Bid a tile from your own hand." in page


def test_a_closed_round_says_what_became_of_the_answer():
    page = page_of(view_of(BIDDING, 1), closed="Round 13 has begun.")
    assert "<strong>This round has closed.</strong> Round 13 has begun." in page


def test_spectators_are_asked_nothing_and_see_no_hand():
    page = page_of(view_of(BIDDING, None))
    assert 'method="post"' not in page
    assert "Your tiles" not in page
    assert "You are watching." in page


def test_a_match_that_hides_who_has_answered_shows_no_envelope():
    view = view_of(BIDDING, None)
    shown = page_of(view)
    hidden = page_of(replace(view, seats=tuple(replace(seat, envelope=Envelope.HIDDEN) for seat in view.seats)))
    assert "Not yet answered" in shown
    assert "Not yet answered" not in hidden
    assert 'class="envelope ' not in hidden


def test_a_replay_neither_asks_nor_refreshes():
    page = page_of(view_of(BIDDING, 1, step=12))
    assert "Step 12 of 31" in page
    assert 'href="/table/214/step/11/"' in page
    assert 'action="/table/214/answer/"' not in page
    assert "hx-get" not in page


def test_the_socket_is_named_only_where_there_is_one():
    view = view_of(BIDDING, 1)
    assert 'data-socket="/ws/table/214/"' in page_of(view, socket="/ws/table/214/")
    assert "data-socket" not in page_of(view, socket="")


def test_a_finished_match_shows_places_best_first():
    view = view_of(STATES["over"], 1)
    page = page_of(view)
    section = page[page.index('id="result-title"') : page.index("</ol>")]
    names = re.findall(r"<strong>(\w+)</strong>", section)
    best_first = sorted(view.seats, key=lambda seat: (seat.place or 0, seat.player))
    assert names == ["You" if seat.is_me else seat.name for seat in best_first]


def test_nobody_is_hurried_for_bots():
    view = view_of(BIDDING, 1)
    assert view.asked is not None
    timed = replace(view, asked=replace(view.asked, deadline=timezone.now() + timedelta(days=2)))
    bots = replace(timed, seats=tuple(replace(seat, is_bot=not seat.is_me) for seat in timed.seats))
    away = replace(bots, seats=tuple(replace(seat, stand_in=not seat.is_me) for seat in bots.seats))
    assert "No hurry: only bots wait for you." in page_of(bots)
    assert "No hurry" not in page_of(timed) and "No hurry" not in page_of(away)
    assert "The round closes by" in page_of(replace(timed, asked=None))
    assert "The round closes by" not in page_of(replace(bots, asked=None))
    sealed = [replace(one, asked=replace(view.asked, answer="the 2 of Suns")) for one in (timed, bots)]
    in_days = [replace(one, deadline=timezone.now() + timedelta(days=2)) for one in sealed]
    assert ["at the latest" in page_of(one) for one in in_days] == [True, False]


def test_a_shared_place_is_said_to_be_shared():
    view = view_of(STATES["over"], 1)
    apart = replace(view, seats=tuple(replace(seat, place=seat.player + 1) for seat in view.seats))
    tied = replace(view, seats=tuple(replace(seat, place=max(seat.player, 1)) for seat in view.seats))
    assert page_of(apart).count(">shared<") == 0
    assert page_of(tied).count(">shared<") == 2


@pytest.fixture
def other_game(monkeypatch: pytest.MonkeyPatch) -> MatchView:
    """A view of a game without templates of its own."""
    for place in ("matches.view.exports.GAMES", "matches.conditional_moves.forms.GAMES"):
        monkeypatch.setattr(place, {**GAMES, "a-game-without-templates": BID})
    return view_of(BIDDING, 1, slug="a-game-without-templates", title="Another game")


def test_any_game_can_be_played_from_the_list(other_game: MatchView):
    page = page_of(other_game)
    assert other_game.asked is not None
    assert len(radios(page)) == len(other_game.asked.choices)
    assert "Up for auction" not in page


def test_the_part_that_refreshes_is_the_part_of_the_page():
    view = view_of(BIDDING, 1)
    part = page_of(view, "matches/_live.html")
    token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
    assert part.strip().startswith('<div class="table-page"')
    assert token.sub("", part).strip() in token.sub("", page_of(view))


def test_the_strip_begins_with_the_newest_round_and_leads_to_its_last_step():
    at = timezone.now()
    log = tuple(LogEntry(step, number, at, ("Said.",)) for step, number in ((5, 2), (4, 2), (3, 1)))
    marks = (Mark(1, 0, "+4"), Mark(2, None, "tied"))
    view = view_of(BIDDING, 1, log=log, marks=marks)
    page = page_of(view)
    strip = page[page.index('id="strip-title"') : page.index('id="log-title"')]
    assert re.findall(r'href="/table/214/step/(\d+)/"', strip) == ["5", "3"]
    assert strip.index("tied") < strip.index("+4")


def test_a_card_shows_the_clock_of_a_player_who_is_awaited_where_all_may_know_it():
    view = view_of(BIDDING, 1)
    soon = timezone.now() + timedelta(hours=5)
    timed = replace(view, seats=tuple(replace(seat, deadline=soon) for seat in view.seats))
    hidden = replace(timed, seats=tuple(replace(seat, envelope=Envelope.HIDDEN) for seat in timed.seats))
    assert page_of(timed).count('class="seat-note seat-clock"') == 2, "neither mine nor the bot's"
    assert "seat-clock" not in page_of(view) and "seat-clock" not in page_of(hidden)
