"""Views of matches of Hex Auction for tests of pages, made from real play without a database."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec

from engine.names import ReaderNames
from engine.quick_chance import RandomChance
from engine.view import Asked, Choice, Envelope, MatchView, SeatView
from games.hexes.rules import HEXES
from games.hexes.rules.options import HexOptions
from games.hexes.rules.state import HexState

NAMES = ("Marek", "Odile", "Yuki", "Bram", "Ines", "Piet")


def reached(
    wanted: Callable[[HexState], bool], seats: int = 4, options: HexOptions | None = None, seed: int = 3
) -> HexState:
    """A state met in play in which bids and choices are random and nothing is laid but now and then."""
    rng, chance = random.Random(seed), RandomChance(seed)
    state = HEXES.initial_state(seats, options or HexOptions(), chance).state
    while (asked := HEXES.current_players(state)) and not wanted(state):
        joint = {seat: rng.choice(HEXES.legal_actions(state, seat)) for seat in asked}
        if state.phase == "lay" and rng.random() < 0.7:
            joint = {seat: HEXES.default_action(state, seat) for seat in asked}
        state = HEXES.apply(state, joint, chance).state
    return state


def view_of(state: HexState, me: int | None, **changes: Any) -> MatchView:
    """The view of one seat."""
    seen, asked, places = HEXES.observation(state, me), HEXES.current_players(state), HEXES.places(state)
    seats = tuple(
        SeatView(
            seat,
            NAMES[seat],
            is_me=seat == me,
            is_bot=False,
            envelope=Envelope.AWAITED if seat in asked else Envelope.NOT_ASKED,
            place=places[seat] if places else None,
        )
        for seat in range(state.seats)
    )
    view = MatchView(
        number=214,
        slug="hexes",
        title=HEXES.title,
        status="finished" if places else "running",
        stage=HEXES.wording.stage(seen),
        step=8,
        last_step=8,
        me=me,
        seats=seats,
        seen=seen,
        asked=asked_of(state, me) if me in asked else None,
        waiting_for=(),
        deadline=None,
        turn_seconds=172800,
        result=HEXES.wording.result(seen) if places else "",
    )
    return replace(view, **changes)


def asked_of(state: HexState, me: int, sealed: int | None = None) -> Asked:
    """What a seat is asked; `sealed` is the index of the choice that it has sealed."""
    seen = HEXES.observation(state, me)
    choices = tuple(
        Choice(
            msgspec.json.encode(action).decode(),
            HEXES.wording.choice(action, seen, ReaderNames(NAMES, me)),
            action,
            index == sealed,
        )
        for index, action in enumerate(HEXES.legal_actions(state, me))
    )
    answer = None if sealed is None else choices[sealed].words
    return Asked(9, HEXES.wording.task(seen, me), HEXES.wording.seal(seen), choices, None, answer)


@cache
def about_to_lay(hexes: int = 3, limit: int | None = None) -> HexState:
    """The start of a player's run with that many hexes."""
    options = HexOptions(hand_limit=limit)
    return reached(
        lambda state: state.phase == "lay" and not state.run and len(state.hands[state.to_move[0]]) >= hexes,
        options=options,
    )
