"""Views of Manipulation for tests of its page, made from real play without a database."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
from django.utils import timezone

from engine.names import ReaderNames
from engine.quick_chance import RandomChance
from engine.view import Asked, Choice, Envelope, MatchView, SeatView
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.options import ManipulationOptions
from games.manipulation.rules.state import ManipulationState
from tests.site.samples import NAMES


def reached(
    wanted: Callable[[ManipulationState], bool], players: int = 4, options: ManipulationOptions | None = None
) -> ManipulationState:
    """Play at random until a state is reached, or to the end."""
    rng, chance = random.Random(players), RandomChance(players)
    state = MANIPULATION.initial_state(
        players, options or ManipulationOptions(turn_limit=60, suits_to_win=4), chance
    ).state
    while (asked := MANIPULATION.current_players(state)) and not wanted(state):
        joint = {seat: rng.choice(MANIPULATION.legal_actions(state, seat)) for seat in asked}
        state = MANIPULATION.apply(state, joint, chance).state
    return state


def view_of(state: ManipulationState, me: int | None, sealed: int | None = None, step: int = 31) -> MatchView:
    """The view of a seat; `sealed` is the index of the choice that it has sealed, a step before 31 a replay."""
    seen, asked = MANIPULATION.observation(state, me), MANIPULATION.current_players(state)
    places = MANIPULATION.places(state)
    seats = tuple(_seat(state, seat, me) for seat in range(state.seats))
    deadline = timezone.now() + timedelta(hours=25) if asked else None
    question = _asked(state, me, sealed) if me is not None and me in asked and step == 31 else None
    status, stage = "finished" if places else "running", MANIPULATION.wording.stage(seen)
    waiting = tuple(NAMES[seat] for seat in asked if seat != me)
    return MatchView(
        214,
        "manipulation",
        "Manipulation",
        status,
        stage,
        step,
        31,
        me,
        seats,
        seen,
        question,
        waiting,
        deadline,
        86400,
    )


def _seat(state: ManipulationState, seat: int, me: int | None) -> SeatView:
    envelope = Envelope.AWAITED if seat in MANIPULATION.current_players(state) else Envelope.NOT_ASKED
    places = MANIPULATION.places(state)
    return SeatView(seat, NAMES[seat], seat == me, False, envelope, place=places[seat] if places else None)


def _asked(state: ManipulationState, me: int, sealed: int | None) -> Asked:
    seen = MANIPULATION.observation(state, me)
    choices = tuple(
        Choice(
            value_of(action), MANIPULATION.wording.choice(action, seen, ReaderNames(NAMES, me)), action, index == sealed
        )
        for index, action in enumerate(MANIPULATION.legal_actions(state, me))
    )
    answer = None if sealed is None else choices[sealed].words
    return Asked(32, MANIPULATION.wording.task(seen, me), MANIPULATION.wording.seal(seen), choices, None, answer)


def value_of(action: Any) -> str:
    """An action as the form posts it."""
    return msgspec.json.encode(action).decode()
