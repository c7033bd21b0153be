"""Run bots in niced processes, so that no page waits for them."""

import logging
from collections.abc import Sequence
from typing import Any

import msgspec

from engine import Budget
from engine.quick_chance import RandomChance
from foundation.niced import Closed, NicedProcess
from games.levels import levels_of
from games.registry import GAMES
from matches.bots.kinds import MOST_SECONDS, PATIENCE, PATIENT_SEARCH, QUICK, SEARCH
from matches.signals import bot_failed

logger = logging.getLogger(__name__)

MEMORY = 1 << 30
"""Bytes for a process of bots."""

THINKERS = NicedProcess(PATIENCE, seconds=PATIENCE, memory=MEMORY)
SEARCHERS = NicedProcess(MOST_SECONDS + PATIENCE, seconds=MOST_SECONDS + PATIENCE, memory=MEMORY)
PATIENT_SEARCHERS = NicedProcess(MOST_SECONDS + PATIENCE, seconds=MOST_SECONDS + PATIENCE, memory=MEMORY)
"""Bots that need another kind of place to search think in a process of their own, so that none waits for a slower."""


def choose(
    slug: str, brain: str, seen: Any, legal: Sequence[Any], default: Any, budget: Budget, kind: str
) -> tuple[Any, bool]:
    """Return a bot's choice and True, or the default action and False if the bot fails. Raises `Closed`."""
    try:
        given = msgspec.json.encode(seen), msgspec.json.encode(list(legal))
        picked = _process_of(kind).run(think, slug, brain, *given, budget)
        return legal[picked], True
    except Closed:
        raise
    except Exception as error:  # noqa: BLE001 - a match must go on whatever a bot does
        # Log only the exception's type: its message may contain what the bot saw.
        logger.error("The bot %s of %s failed: %s", brain, slug, type(error).__name__)
        bot_failed.send(sender=None, brain=brain)
        return default, False


def _process_of(kind: str) -> NicedProcess:
    return {QUICK: THINKERS, SEARCH: SEARCHERS, PATIENT_SEARCH: PATIENT_SEARCHERS}[kind]


def think(slug: str, brain: str, seen: bytes, legal: bytes, budget: Budget) -> int:
    """Run a bot and return the index of its action."""
    game = GAMES[slug]
    actions = [game.action_from(raw) for raw in msgspec.json.decode(legal)]
    view = msgspec.json.decode(seen, type=game.Observation)
    chosen = levels_of(game)[brain].bot(view, actions, budget, RandomChance())
    return actions.index(chosen)
