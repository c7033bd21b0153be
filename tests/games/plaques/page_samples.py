"""Views of both games of plaques for tests of their pages, made from real play without a database."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
from django.utils import timezone

from engine import Game
from engine.names import ReaderNames
from engine.quick_chance import RandomChance
from engine.view import Asked, Choice, Envelope, MatchView, SeatView

NAMES = ("Marek", "Odile", "Yuki", "Bram", "Cleo", "Dora", "Emil")
LAST_STEP = 31


def reached(game: Game[Any, Any, Any, Any], wanted: Callable[[Any], bool], players: int, **options: Any) -> Any:
    """Play at random until a state is reached, or to the end."""
    rng, chance = random.Random(players), RandomChance(players)
    state = game.initial_state(players, game.Options(**options), chance).state
    while (asked := game.current_players(state)) and not wanted(state):
        joint = {seat: rng.choice(game.legal_actions(state, seat)) for seat in asked}
        state = game.apply(state, joint, chance).state
    return state


def view_of(
    game: Game[Any, Any, Any, Any], state: Any, me: int | None, sealed: int | None = None, step: int = LAST_STEP
) -> MatchView:
    """The view of a seat; `sealed` is the index of the choice that it has sealed, an earlier step a replay."""
    seen, asked, places = game.observation(state, me), game.current_players(state), game.places(state)
    players = len(seen.stocks if hasattr(seen, "stocks") else seen.lives)
    seats = tuple(
        SeatView(
            seat,
            NAMES[seat],
            seat == me,
            is_bot=False,
            envelope=Envelope.AWAITED if seat in asked else Envelope.NOT_ASKED,
            place=places[seat] if places else None,
        )
        for seat in range(players)
    )
    return MatchView(
        number=214,
        slug=game.slug,
        title=game.title,
        status="finished" if places else "running",
        stage=game.wording.stage(seen),
        step=step,
        last_step=LAST_STEP,
        me=me,
        seats=seats,
        seen=seen,
        asked=_asked(game, state, me, sealed) if me is not None and me in asked and step == LAST_STEP else None,
        waiting_for=tuple(NAMES[seat] for seat in asked if seat != me),
        deadline=timezone.now() + timedelta(hours=25) if asked else None,
        turn_seconds=86400,
    )


def _asked(game: Game[Any, Any, Any, Any], state: Any, me: int, sealed: int | None) -> Asked:
    seen = game.observation(state, me)
    choices = tuple(
        Choice(value_of(action), game.wording.choice(action, seen, ReaderNames(NAMES, me)), action, index == sealed)
        for index, action in enumerate(game.legal_actions(state, me))
    )
    answer = None if sealed is None else choices[sealed].words
    return Asked(32, game.wording.task(seen, me), game.wording.seal(seen), choices, None, answer)


def value_of(action: Any) -> str:
    """An action as the form posts it."""
    return msgspec.json.encode(action).decode()
