"""Run bots in a niced process, so that no page waits for them."""

import logging
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.bots import BUDGET, bots_of
from engine.quick_chance import RandomChance
from foundation.niced import NicedProcess
from games.registry import GAMES

logger = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds after which a slow bot is stopped and the default action is played."""

THINKERS = NicedProcess(PATIENCE)


def choose(slug: str, brain: str, seen: Any, legal: Sequence[Any], default: Any) -> tuple[Any, bool]:
    """Return a bot's choice and True, or the default action and False if the bot fails."""
    try:
        picked = THINKERS.run(think, slug, brain, msgspec.json.encode(seen), msgspec.json.encode(list(legal)))
        return legal[picked], True
    except Exception as error:  # noqa: BLE001 - a match must go on whatever a bot does
        # Log only the exception's type: its message may contain what the bot saw.
        logger.error("The bot %s of %s failed: %s", brain, slug, type(error).__name__)
        return default, False


def think(slug: str, brain: str, seen: bytes, legal: bytes) -> int:
    """Run a bot and return the index of its action."""
    game = GAMES[slug]
    actions = [game.action_from(raw) for raw in msgspec.json.decode(legal)]
    view = msgspec.json.decode(seen, type=game.Observation)
    chosen = bots_of(game)[brain](view, actions, BUDGET, RandomChance())
    return actions.index(chosen)
