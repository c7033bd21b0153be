"""Between the database and the rules: the game, state and log of a match, opened."""

from collections.abc import Iterator
from typing import Any

import msgspec

from games.models import Match, Step
from games.rules.core import Game
from games.rules.core.log import LoggedStep
from games.rules.core.replay import replay, replay_step
from games.rules.registry import GAMES
from games.vault import unseal

AnyGame = Game[Any, Any, Any, Any]

SNAPSHOT_EVERY = 25
"""A state is kept with every so many steps, so that showing an early step replays at most as many."""


def game_of(match: Match) -> AnyGame:
    """The rules of a match."""
    return GAMES[match.game]


def options_of(match: Match) -> Any:
    """The options of a match, typed. Raises `msgspec.ValidationError`."""
    return msgspec.convert(match.options, game_of(match).Options)


def state_of(match: Match) -> Any:
    """The current state of a running or ended match."""
    return unseal(bytes(match.sealed_state or b""), game_of(match).State)


def logged(step: Step) -> LoggedStep:
    """The content of a step."""
    return unseal(step.sealed, LoggedStep)  # type: ignore[no-any-return]


def state_after(match: Match, number: int) -> Any:
    """The state after an earlier step: the last one kept before it, replayed forward."""
    if number == match.step:
        return state_of(match)
    game = game_of(match)
    kept = match.steps.filter(number__lte=number, sealed_state__isnull=False).latest("number")
    state = unseal(bytes(kept.sealed_state or b""), game.State)
    # Between two states that are kept there are rounds alone: with a step that takes the match back one is kept.
    for step in match.steps.filter(number__gt=kept.number, number__lte=number, part=0).order_by("number"):
        state = replay_step(game, state, logged(step)).state
    return state


def states_to(match: Match, number: int) -> Iterator[Any]:
    """The state after each step, from the first to this one: the whole match is replayed."""
    log = [logged(row) for row in match.steps.filter(number__lte=number).order_by("number", "part")]
    return (result.state for _, result in replay(game_of(match), match.players, options_of(match), log))
