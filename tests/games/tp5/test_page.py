"""The page of TP5: what it offers, to whom, and what it keeps to itself."""

import re
from html import unescape
from itertools import product
from typing import Any

import msgspec
import pytest
from django.template.loader import render_to_string

from engine import IllegalAction, Names
from engine.conditional_moves import MOST_LISTED
from engine.piecepack import TILES, tile_words
from games.tp5.page.form import LISTED_MOST
from games.tp5.page.mat import own_choices
from games.tp5.rules import TP5
from games.tp5.rules.actions import Claim, Hog, LayMine, MakeStatement, Tp5Action
from games.tp5.rules.events import HandsDeclared
from games.tp5.rules.forms import fields_of
from games.tp5.rules.hands import hand_words
from games.tp5.rules.options import KEYS, TITLES, Key
from games.tp5.rules.programme import refusal
from games.tp5.rules.state import Tp5State
from games.tp5.rules.statements import statement_words
from games.tp5.rules.view import Tp5Observation
from tests.games.tp5.page_tables import NAMES, Played, at, played, view_of
from tests.games.tp5.tables import new_match
from tests.site.samples import page_of

ROOMY = 300_000
"""Bytes that a page may have."""

MOMENTS: dict[str, tuple[str, int, tuple[Key, ...]]] = {
    "choose": ("choose", 4, ()),
    "choose at twelve": ("choose", 12, ()),
    "pass on": ("pass_on", 3, ("tile_trickery",)),
    "turn up": ("turn_up", 2, ()),
    "statement": ("statement", 5, ("tile_trickery",)),
    "give": ("give", 6, ("commune",)),
    "give at twelve": ("give", 12, ("commune",)),
    "claim": ("claim", 2, ()),
    "claim and hog": ("claim", 4, ("hogging", "thats_mine")),
    "claim for many": ("claim", 12, ("commune", "hogging", "around_the_world")),
    "claim in the centre": ("claim", 5, ("centering_in", "commune")),
    "before the roll": ("before_roll", 4, ("number_is_up", "eviction", "time_warp")),
    "place again": ("place_again", 4, ("time_warp", "eviction")),
    "send back": ("send_back", 12, ("eviction",)),
    "disgrace": ("disgrace", 4, ("disgrace_the_ace",)),
    "mine": ("mine", 7, ("land_mine", "hogging")),
    "over": ("over", 4, ("land_mine", "double_dip", "number_is_up")),
}
moments = pytest.mark.parametrize("moment", MOMENTS)


def moment_of(name: str) -> Played:
    phase, players, in_play = MOMENTS[name]
    return at(phase, players, *in_play)


def somebody(play: Played) -> int:
    """A seat that is asked, or the first."""
    return next(iter(TP5.current_players(play[0])), 0)


def asked_page(play: Played, **more: Any) -> str:
    return page_of(view_of(play, somebody(play)), **more)


def legal(play: Played) -> set[Tp5Action]:
    return set(TP5.legal_actions(play[0], somebody(play)))


def inputs(page: str, name: str) -> list[dict[str, str]]:
    """The inputs of that name, by their attributes."""
    tags = re.findall(rf'<input [^>]*name="{name}"[^>]*>', page)
    return [{key: unescape(value) for key, value in re.findall(r'([\w-]+)="([^"]*)"', tag)} for tag in tags]


def values(page: str, name: str) -> list[str]:
    return [tag["value"] for tag in inputs(page, name)]


def options(page: str) -> list[str]:
    """The answers in the list to choose from, if the page has one; what can be planned is another list."""
    found = re.search(r'<select[^>]* name="action".*?</select>', page, re.DOTALL)
    return [unescape(value) for value in re.findall(r'<option value="([^"]*)"', found[0])] if found else []


def ticked(page: str, name: str) -> list[str]:
    """The values that stand chosen."""
    return re.findall(rf'name="{name}" id="[^"]+" value="([^"]*)"[^>]* checked', page)


def composed(fields: dict[str, list[str]]) -> Tp5Action:
    return TP5.action_from(TP5.read_form(fields))


@moments
@pytest.mark.parametrize("viewer", ["seat", "spectator", "replay", "sealed"])
def test_a_page_is_whole_for_every_reader(moment: str, viewer: str):
    play = moment_of(moment)
    me = None if viewer == "spectator" else somebody(play)
    asked = me in TP5.current_players(play[0])
    sealed = TP5.default_action(play[0], me) if viewer == "sealed" and me is not None and asked else None
    page = page_of(view_of(play, me, sealed=sealed, last_step=40 if viewer == "replay" else 31))
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))
    assert not re.search(r'\sstyle="|\son[a-z]+="|<script(?![^>]* src=)|<style', page)
    assert len(page.encode()) < ROOMY
    assert ('<form method="post"' in page) == (viewer in ("seat", "sealed") and asked)


@moments
def test_the_list_holds_every_answer_or_there_is_none(moment: str):
    play = moment_of(moment)
    page = asked_page(play)
    listed = options(page) or values(page, "action")
    actions = [msgspec.json.encode(action).decode() for action in TP5.legal_actions(play[0], somebody(play))]
    assert listed == (actions if len(actions) <= LISTED_MOST else [])


@pytest.mark.parametrize("moment", ["pass on", "turn up", "send back"])
def test_each_answer_about_an_own_tile_comes_with_that_tile(moment: str):
    view = view_of(moment_of(moment), somebody(moment_of(moment)))
    assert view.asked
    found = own_choices(view)
    assert [(number, choice) for number, choice, _ in found] == list(enumerate(view.asked.choices, start=1))
    for _, choice, cell in found:
        assert cell.place == choice.action.place if moment == "send back" else cell.number == choice.action.slot + 1


def test_long_lists_are_left_out():
    assert len(legal(moment_of("choose"))) > LISTED_MOST
    assert len(legal(moment_of("statement"))) > LISTED_MOST
    assert len(legal(moment_of("claim for many"))) > 48


@moments
def test_what_a_form_composes_is_what_it_holds_again(moment: str):
    for action in list(legal(moment_of(moment)))[:300]:
        if fields := fields_of(action):
            assert composed(fields) == action


@pytest.mark.parametrize("moment", [name for name in MOMENTS if "claim" in name or name == "place again"])
def test_tiles_can_be_clicked_exactly_where_an_identifier_may_go(moment: str):
    play = moment_of(moment)
    page = asked_page(play)
    offered: set[Tp5Action] = set()
    for tag in inputs(page, "place"):
        if tag["value"].startswith("hog"):
            offered.add(Hog(int(tag["value"].removeprefix("hog"))))
        offered |= {Claim(int(tag["value"]), int(owner)) for owner in tag.get("data-owners", "").split()}
    assert offered == legal(play)
    assert {action.owner for action in offered if isinstance(action, Claim)} == set(map(int, values(page, "owner")))


def test_tiles_that_take_no_identifier_say_why():
    def two_at_home(state):
        me = next(iter(state.asked), 0)
        return (
            state.phase == "claim" and [me in owners for owners in state.claims[4 * me : 4 * me + 4]].count(True) == 2
        )

    page = asked_page(played(3, two_at_home))
    assert "two of its owner lie in this row" in page
    bound = asked_page(
        played(4, lambda state: state.phase == "claim" and sum(map(len, state.claims)) == 12, "centering_in")
    )
    assert "Owes " in bound


@pytest.mark.parametrize("moment", ["before the roll", "disgrace", "mine"])
def test_a_window_composes_every_answer_and_no_other(moment: str):
    play = moment_of(moment)
    page = asked_page(play)
    suits, numbers = values(page, "suit") or [""], values(page, "value") or [""]
    made = set()
    for does, paid, suit, value in product(values(page, "does"), values(page, "paid"), suits, numbers):
        made.add(composed({"does": [does], "paid": [paid], "suit": [suit], "value": [value]}))
    assert made == legal(play)


def test_statements_are_about_tiles_that_were_not_revealed():
    play = moment_of("statement")
    page = asked_page(play)
    slots = {action.slot for action in legal(play) if isinstance(action, MakeStatement)}
    assert set(map(int, values(page, "slot"))) == slots
    assert len(slots) == 3
    assert (values(page, "suit"), values(page, "value")) == (list("SMCA"), list("123456"))
    assert "revealed, so not this one" in re.sub(r"<[^>]+>", "", page)


def test_a_statement_waits_until_its_sender_has_chosen_a_tile():
    page = asked_page(moment_of("statement"))
    assert all(ticked(page, name) == [] for name in ("slot", "suit", "value"))
    assert len(values(page, "slot")) == 3


def test_t20_suit_and_value_are_joined_by_or_where_the_option_says_so():
    """Two buttons without a script too; “and” stands chosen, and what was sealed or refused stands again."""
    plain, play = asked_page(moment_of("statement")), at("statement", 5, with_or=True)
    assert inputs(plain, "join") == []
    page = asked_page(play)
    assert (values(page, "join"), ticked(page, "join")) == (["and", "or"], ["and"])
    sealed = next(one for one in TP5.legal_actions(play[0], somebody(play)) if getattr(one, "either", False))
    again = page_of(view_of(play, somebody(play), sealed=sealed))
    fields = {name: ticked(again, name) for name in ("slot", "suit", "join", "value")}
    assert fields["join"] == ["or"]
    assert composed(fields) == sealed
    refused = asked_page(play, posted={**fields, "step": ["32"]}, error="This is not true of the tile.")
    assert ticked(refused, "join") == ["or"]


@pytest.mark.parametrize("join", [["and", "or"], ["or", "or"], ["nor"], []])
def test_t20_another_way_to_join_is_refused(join: list[str]):
    with pytest.raises(IllegalAction) as refused:
        TP5.read_form({"slot": ["1"], "suit": ["S"], "value": ["1"], "join": join})
    assert refused.value.code == "malformed_answer"


def test_t20_a_statement_with_or_lies_beside_its_row_with_or():
    def said(state: Tp5State) -> bool:
        return any(one and one.either for one in state.statements)

    play = played(3, said, with_or=True)
    seat, statement = next((seat, one) for seat, one in enumerate(play[0].statements) if one and one.either)
    page = page_of(view_of(play, (seat + 1) % 3))
    assert statement_words(statement) in page
    shown = re.search(r'class="tp5-short-statement">.*?</p>', page, re.DOTALL)
    assert shown
    drawn = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", shown[0].split('aria-hidden="true">')[1], flags=re.DOTALL).split()
    ranks = {1: "null", 6: "ace"}
    assert drawn == ["or", *[ranks.get(value, str(value)) for value in statement.values]]


def test_t21_a_ruling_is_asked_as_a_list_of_what_is_followed():
    state = new_match(4, "centering_in", "around_the_world", dealer_rules=True).state
    page = unescape(page_of(view_of((state, ()), state.dealer)))
    assert "Which phestivity is followed?" in page
    assert inputs(page, "phestivity") == []
    text = re.sub(r"<[^>]+>|\s+", " ", page)
    assert "Follow Centering in" in text
    assert "Follow All around the world" in text
    assert len(values(page, "action")) == 2


@pytest.mark.parametrize("moment", ["choose", "choose at twelve"])
def test_phestivities_that_the_table_cannot_have_are_not_offered(moment: str):
    play = moment_of(moment)
    page = unescape(asked_page(play))
    offered = [key for key in KEYS if refusal((key,), play[0].players) is None]
    assert values(page, "phestivity") == ["", *offered]
    assert all(title in page for title in TITLES.values())
    assert ("With 12 players no tiles lie in the centre." in page) == (play[0].players == 12)


def test_gifts_go_to_others():
    play = moment_of("give")
    assert values(asked_page(play), "to") == [str(seat) for seat in range(6) if seat != somebody(play)]


def test_a_sealed_answer_stands_in_its_form():
    play = moment_of("mine")
    mine = next(action for action in legal(play) if isinstance(action, LayMine))
    page = page_of(view_of(play, somebody(play), sealed=mine))
    held = {name: ticked(page, name) for name in ("does", "paid", "suit", "value")}
    assert composed(held) == mine
    assert page.count('class="tp5-cells"') == 7


def test_a_sealed_tile_stays_marked():
    play = moment_of("pass on")
    sealed = TP5.legal_actions(play[0], somebody(play))[2]
    page = page_of(view_of(play, somebody(play), sealed=sealed))
    assert [unescape(value) for value in ticked(page, "action")] == [msgspec.json.encode(sealed).decode()]


def test_a_refused_form_keeps_what_it_held():
    posted = {"slot": ["1"], "suit": ["S", "A"], "value": ["2"], "step": ["32"]}
    page = asked_page(moment_of("statement"), posted=posted, error="This is not true of the tile.")
    assert (ticked(page, "suit"), ticked(page, "value")) == (["S", "A"], ["2"])


@pytest.mark.parametrize(
    "fields",
    [
        {"does": ["warp"]},
        {"slot": ["1", "2"], "suit": ["S"], "value": ["1"]},
        {"does": ["lay_mine"], "paid": ["1"], "suit": ["S", "M"], "value": ["1"]},
        {"does": ["lay_mine"], "paid": ["1"], "suit": ["S"], "value": ["7"]},
        {"does": ["call_number"], "paid": ["1"]},
        {"does": ["claim"]},
        {"place": ["3"]},
        {"place": ["hog²"]},
        {"place": ["-1"], "owner": ["0"]},
        {"to": ["x"]},
    ],
)
def test_forms_that_lack_something_are_refused(fields: dict[str, list[str]]):
    with pytest.raises(IllegalAction) as refused:
        composed(fields)
    assert refused.value.code in ("answer_missing", "malformed_answer")


@pytest.mark.parametrize("moment", ["statement", "claim and hog", "before the roll"])
def test_hidden_tiles_are_named_to_their_owner_alone(moment: str):
    play = moment_of(moment)
    state = play[0]
    shown = {tile for tile in state.shown if tile} | {state.tiles[place] for place in state.up}
    for viewer in (None, *range(state.players)):
        own = set() if viewer is None else {state.tiles[place] for place in range(4 * viewer, 4 * viewer + 4)}
        named = named_on(page_of(view_of((state, ()), viewer)))
        assert own <= named <= own | shown


def named_on(page: str) -> set[str]:
    """All tiles named on a page, except those that a window may name to its player."""
    text = unescape(re.sub(r"<select.*?</select>", "", page)).lower()
    return {tile for tile in TILES if re.search(rf"\b{tile_words(tile)}\b".lower(), text)}


def test_a_hidden_tile_changes_nothing_for_others():
    state, _ = moment_of("claim")
    swapped = list(state.tiles)
    swapped[4], swapped[-1] = swapped[-1], swapped[4]
    other = msgspec.structs.replace(state, tiles=tuple(swapped))
    assert seen_by(other, 0) == seen_by(state, 0)
    assert seen_by(other, 1) != seen_by(state, 1)


def seen_by(state, viewer: int) -> str:
    return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page_of(view_of((state, ()), viewer)))


def test_hands_are_told_in_words_after_a_round_and_at_the_end():
    for play in (moment_of("over"), played(4, lambda state: state.round == 2, "double_dip")):
        page = unescape(page_of(view_of(play, 1)))
        contests = [event for event in play[1] if isinstance(event, HandsDeclared)]
        assert len(contests) == 2
        for event in contests:
            for hand in event.hands:
                assert hand_words(hand)[1:] in page
    assert "hands-title" not in page_of(view_of(moment_of("claim"), 0))


def test_the_table_says_in_words_what_lies_where():
    view = view_of(moment_of("before the roll"), 0)
    page = unescape(page_of(view))
    state = moment_of("before the roll")[0]
    for place, owners in enumerate(state.claims[4:16], start=4):
        names = [("you" if owner == 0 else NAMES[owner]) for owner in owners]
        assert not owners or re.search(rf"Tile {place % 4 + 1}, face down[^<]*claimed by [^<]*{names[-1]}", page)
    assert len(re.findall(r">\s*Revealed the [\w ]+</span>", page)) == 4
    assert len(re.findall(r">\s*Stated Tile \d: [^<]+</span>", page)) == 4
    assert all(TITLES[key] in page for key in state.in_play)


def test_choices_are_put_into_words_one_at_a_time(monkeypatch: pytest.MonkeyPatch):
    worded: list[Tp5Action] = []
    choice = TP5.wording.choice

    def noted(action: Tp5Action, seen: Tp5Observation, names: Names) -> str:
        worded.append(action)
        return choice(action, seen, names)

    play = moment_of("choose")
    view = view_of(play, somebody(play))
    monkeypatch.setattr(type(TP5.wording), "choice", staticmethod(noted))
    page_of(view)
    assert view.asked is not None
    assert len(set(worded)) <= 2 * MOST_LISTED < len(view.asked.choices)
    worded.clear()
    assert view.asked.choices[5].action == TP5.legal_actions(play[0], somebody(play))[5]
    assert len(worded) == 1


@pytest.mark.parametrize("moment", ["choose", "claim"])
def test_the_front_page_shows_what_was_revealed_alone(moment: str):
    play = moment_of(moment)
    view = view_of(play, None)
    glance = render_to_string("tp5/_glance.html", {"view": view, "seen": view.seen})
    assert named_on(glance) == {tile for tile in play[0].shown if tile}
    assert ("The dealer chooses" in glance) == (moment == "choose")
