"""Load the game, state and log of a match from the database."""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.db.models import Subquery
from django.db.models.functions import Coalesce

from engine import AnyGame
from engine.log import LoggedStep
from engine.replay import replay, replay_step
from foundation.vault import unseal
from games.registry import GAMES
from matches.log.kept_steps import KeptStep, logged_step_of
from matches.models import Match, Step

SNAPSHOT_EVERY = 25
"""The number of steps between stored states, and so the most to replay to show an early step."""


def game_of(match: Match) -> AnyGame:
    """Return the game of a match."""
    return GAMES[match.game]


def options_of(match: Match) -> Any:
    """Return the typed options of a match. Raises `msgspec.ValidationError`."""
    return msgspec.convert(match.options, game_of(match).Options)


def state_of(match: Match) -> Any:
    """Return the current state of a running or ended match."""
    return unseal(bytes(match.sealed_state or b""), game_of(match).State)


def open_step(step: Step) -> LoggedStep:
    """Decrypt the content of a step."""
    return logged_step_of(step, unseal(step.sealed, KeptStep))


def state_after(match: Match, number: int) -> Any:
    """Return the state after an earlier step, replayed from the last stored state before it, or from the beginning."""
    if number == match.step:
        return state_of(match)
    game = game_of(match)
    # Only rounds lie between two stored states: a step that rewinds the match stores one.
    stored = match.steps.filter(number__lte=number, sealed_state__isnull=False).order_by("-number").values("number")
    first, *rest = match.steps.filter(
        number__gte=Coalesce(Subquery(stored[:1]), 0), number__lte=number, part=0
    ).order_by("number")
    if first.sealed_state is None:
        *_, (_, last) = replay(game, match.players, options_of(match), [open_step(step) for step in (first, *rest)])
        return last.state
    state = unseal(bytes(first.sealed_state), game.State)
    for step in rest:
        state = replay_step(game, state, open_step(step)).state
    return state


def steps_taken_back(match: Match, *, by: int | None = None) -> set[int]:
    """Return the numbers of all steps that were taken back, or were by a step: count once what many steps ask."""
    gone: set[int] = set()
    # One range lies in a later one as a whole, or they have no step in common.
    for first, last in reversed(match.taken_back):
        if last not in gone and (by is None or last < by):
            gone.update(range(first, last + 1))
    return gone


def states_to(match: Match, number: int) -> Iterator[Any]:
    """Return the state after each step up to `number`, by replaying the whole match."""
    log = [open_step(row) for row in match.steps.filter(number__lte=number).order_by("number", "part")]
    return (result.state for _, result in replay(game_of(match), match.players, options_of(match), log))
