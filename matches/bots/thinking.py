"""Run bots in niced processes, so that no page waits for them."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec
from django.conf import settings
from django.core.cache import cache

from engine import Budget
from engine.bots import BUDGET
from engine.quick_chance import RandomChance
from foundation.niced import NicedProcess
from games.levels import levels_of
from games.registry import GAMES
from matches.signals import bot_failed

logger = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds that a bot may take beyond its time before it is stopped and the default action is played."""
MEMORY = 1 << 30
"""Bytes for a process of bots."""
MOST_SECONDS = 30.0
"""The longest time for a decision that an operator can set."""
LONG = 0.5
"""A bot that takes more seconds for a decision thinks in a process of its own, so that quick bots need not wait."""

THINKERS = NicedProcess(PATIENCE, seconds=PATIENCE, memory=MEMORY)
SEARCHERS = NicedProcess(MOST_SECONDS + PATIENCE, seconds=MOST_SECONDS + PATIENCE, memory=MEMORY)


def close() -> None:
    """End both processes."""
    THINKERS.close()
    SEARCHERS.close()


def budget_of(slug: str, brain: str, *, among: int = 1) -> Budget:
    """Return the time of a bot for one decision, shared by all of a table that think one after the other."""
    level = levels_of(GAMES[slug]).get(brain)
    budget = level.budget if level else BUDGET
    seconds = settings.BOT_SECONDS.get(brain, budget.seconds)
    return replace(budget, seconds=min(seconds, MOST_SECONDS) / among)


@contextmanager
def time_to_search(budget: Budget) -> Iterator[bool]:
    """Yield whether a bot may think now. Few at a time search; the sweep asks for the others again.

    They are counted for all processes together: workers are left for quick bots, mails and sweeps.
    """
    if budget.seconds <= LONG:
        yield True
        return
    # A worker that is killed frees its place when that runs out.
    places = (f"searching:{number}" for number in range(settings.BOT_SEARCHES))
    place = next((name for name in places if cache.add(name, 1, timeout=MOST_SECONDS + PATIENCE)), None)
    try:
        yield place is not None
    finally:
        if place:
            cache.delete(place)


def choose(
    slug: str, brain: str, seen: Any, legal: Sequence[Any], default: Any, budget: Budget | None = None
) -> tuple[Any, bool]:
    """Return a bot's choice and True, or the default action and False if the bot fails."""
    try:
        budget = budget or budget_of(slug, brain)
        process = SEARCHERS if budget.seconds > LONG else THINKERS
        given = msgspec.json.encode(seen), msgspec.json.encode(list(legal))
        picked = process.run(think, slug, brain, *given, budget)
        return legal[picked], True
    except Exception as error:  # noqa: BLE001 - a match must go on whatever a bot does
        # Log only the exception's type: its message may contain what the bot saw.
        logger.error("The bot %s of %s failed: %s", brain, slug, type(error).__name__)
        bot_failed.send(sender=None, brain=brain)
        return default, False


def think(slug: str, brain: str, seen: bytes, legal: bytes, budget: Budget) -> int:
    """Run a bot and return the index of its action."""
    game = GAMES[slug]
    actions = [game.action_from(raw) for raw in msgspec.json.decode(legal)]
    view = msgspec.json.decode(seen, type=game.Observation)
    chosen = levels_of(game)[brain].bot(view, actions, budget, RandomChance())
    return actions.index(chosen)
