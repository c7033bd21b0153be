"""Weigh matches in a niced process of their own, so that no page waits for it."""

from time import monotonic
from typing import NamedTuple

import msgspec

from engine.log import LoggedStep
from foundation.niced import NicedProcess
from games.registry import GAMES
from moderation.signals.gains import Gain, gains

ENOUGH = 20.0
"""Seconds spent on the answers of a match: for long matches of slow games, a fair sample."""
PATIENCE = 45.0
"""Seconds after which a match that still hangs is given up."""


class Load(NamedTuple):
    """A finished match as it is sent to the process."""

    game: str
    players: int
    options: object
    steps: bytes
    persons: tuple[int, ...]
    seed: int


def weigh(load: Load, seconds: float = ENOUGH) -> list[Gain]:
    """What each answer of a match gave the other players, of as many answers as can be weighed in this time."""
    game = GAMES[load.game]
    steps = msgspec.json.decode(load.steps, type=list[LoggedStep])
    options = msgspec.convert(load.options, game.Options)
    end = monotonic() + seconds
    enough = lambda: monotonic() > end  # noqa: E731 - it is a value
    return gains(game, load.players, options, steps, persons=load.persons, seed=load.seed, enough=enough)


def weigh_apart(load: Load) -> list[Gain]:
    """Weigh a match in a separate process. Raises `TimeoutError`."""
    process = NicedProcess(PATIENCE)
    try:
        return process.run(weigh, load)
    finally:
        process.close()
