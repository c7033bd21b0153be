"""Forms of TP5 that compose an answer: they make every legal answer, and what is not legal is refused with a reason."""

import random
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import IllegalAction
from engine.quick_chance import RandomChance
from games.tp5.page.asks import ASKS
from games.tp5.page.form import LISTED_MOST
from games.tp5.rules import TP5
from games.tp5.rules.actions import Choose, Pass, Tp5Action
from games.tp5.rules.forms import fields_of
from games.tp5.rules.options import KEYS, Tp5Options
from games.tp5.rules.programme import allowed_sets
from games.tp5.rules.state import Phase, Tp5State
from tests.games.tp5.page_tables import view_of
from tests.games.tp5.test_page import inputs, options, values
from tests.site.samples import page_of

SEATS = (2, 4, 6, 12)
EACH = 3
"""Positions of each part of a round at each number of seats."""
TRIES = 60
FIELDS = ("slot", "suit", "value", "join", "phestivity", "to", "place", "owner", "does", "paid", "action")


class Position(NamedTuple):
    """Somebody is asked something."""

    state: Tp5State
    player: int


@cache
def positions(players: int) -> tuple[Position, ...]:
    """Some of each part of a round, from random matches with any phestivities."""
    rng, chance, left = random.Random(players), RandomChance(players), dict.fromkeys(ASKS, EACH)
    sets, found = allowed_sets(KEYS, players), list[Position]()
    state = TP5.initial_state(players, Tp5Options(rounds=20, or_statements=True), chance).state
    while asked := TP5.current_players(state):
        if left[state.phase]:
            left[state.phase] -= 1
            found.append(Position(state, asked[0]))
        state = TP5.apply(state, {seat: answer(state, seat, rng, sets) for seat in asked}, chance).state
    return tuple(found)


def answer(state: Tp5State, seat: int, rng: random.Random, sets: Any) -> Tp5Action:
    """Any answer; windows are mostly passed, so that the match comes to an end."""
    legal = TP5.legal_actions(state, seat)
    if state.phase == "choose":
        return Choose(rng.choice(sets))
    return legal[0] if isinstance(legal[0], Pass) and rng.random() < 0.8 else rng.choice(legal)


every_table = pytest.mark.parametrize("players", SEATS)


def made_of(fields: dict[str, list[str]]) -> Tp5Action:
    return TP5.action_from(TP5.read_form(fields))


def offered(page: str) -> dict[str, set[str]]:
    """The values that each field of a page can be given."""
    return {name: {*values(page, name)} for name in FIELDS}


def test_every_part_of_a_round_is_met() -> None:
    met: set[Phase] = {position.state.phase for players in SEATS for position in positions(players)}
    assert met == ASKS.keys()


@every_table
@pytest.mark.sampled(1, "every kind of position, not one")
def test_a_page_can_make_every_legal_answer(players: int) -> None:
    for state, player in positions(players):
        can = offered(page_of(view_of((state, ()), player)))
        for action in TP5.legal_actions(state, player):
            fields = fields_of(action) or {"action": [msgspec.json.encode(action).decode()]}
            assert made_of(fields) == action
            missing = {name for name, texts in fields.items() if not {*texts} <= can[name]}
            assert not missing, f"{action} cannot be made on the page: {missing}"


@every_table
@pytest.mark.sampled(1, "every kind of position, not one")
def test_whatever_a_page_makes_is_legal_or_is_refused(players: int) -> None:
    """A form filled in at random never seals anything but what was ticked."""
    rng = random.Random(players)
    outcomes = set()
    for state, player in positions(players):
        page = page_of(view_of((state, ()), player))
        tags = {name: inputs(page, name) for name in FIELDS}
        legal = set(TP5.legal_actions(state, player))
        for _ in range(TRIES):
            fields = filled_in(tags, rng)
            action = accepted(state, player, fields)
            outcomes.add(action is None)
            if action is not None:
                assert action in legal
                assert all({*texts} <= {*fields[name]} for name, texts in fields_of(action).items())
    assert outcomes == {True, False}


def filled_in(page: dict[str, list[dict[str, str]]], rng: random.Random) -> dict[str, list[str]]:
    """Fields as a browser posts them: one radio button of a group or none, any boxes."""
    fields = {}
    for name, tags in page.items():
        kinds = {tag["type"] for tag in tags}
        texts = [tag["value"] for tag in tags if tag["type"] == "hidden"]
        if "radio" in kinds and rng.random() < 0.9:
            texts = [rng.choice([tag["value"] for tag in tags if tag["type"] == "radio"])]
        if "checkbox" in kinds:
            often = rng.random()
            texts += [tag["value"] for tag in tags if tag["type"] == "checkbox" and rng.random() < often]
        if texts:
            fields[name] = texts
    return fields


def accepted(state: Tp5State, player: int, fields: dict[str, list[str]]) -> Tp5Action | None:
    """The answer that the site would seal, or None where it refuses it."""
    try:
        action = made_of(fields)
        TP5.check(state, player, action)
    except IllegalAction:
        return None
    return action


@pytest.mark.long("the longest list of answers")
@every_table
def test_a_long_list_is_given_to_who_asks_for_it(players: int) -> None:
    for state, player in positions(players):
        legal = TP5.legal_actions(state, player)
        if len(legal) > LISTED_MOST:
            view = view_of((state, ()), player)
            short, whole = page_of(view), page_of(view, query="?every=32")
            for place in ("table/214/?every=32#every-way-32", "table/214/live/?every=32"):
                assert f'="/{place}"' in short
            assert f'List <span class="visually-hidden">of {len(legal)}</span>' in short
            assert options(short) == []
            assert len(options(whole)) == len(legal)
            assert options(page_of(view, query="?every=31")) == []


def test_a_list_that_was_opened_is_another_one_at_the_next_question() -> None:
    state, player = next(one for one in positions(2) if one.state.phase == "claim")
    assert 'id="every-way-32" class="disclosure' in page_of(view_of((state, ()), player))
