"""Where AI players think: a niced process of their own, so that no page waits for them.

In the embedded site, and wherever else threads share a process, one thread of computing would slow
every page. Celery's prefork workers may not start processes; they are processes already, so there a
bot thinks in place.
"""

import logging
import multiprocessing
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec

from games.bots import BUDGET, bots_of
from games.bots.chance import RandomChance
from games.rules.registry import GAMES

logger = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds after which a thinking bot is given up and the default action is played."""


class _Pool:
    """The one process, started when the first bot thinks."""

    executor: ProcessPoolExecutor | None = None
    making = threading.Lock()


def choose(slug: str, brain: str, seen: Any, legal: Sequence[Any], default: Any) -> tuple[Any, bool]:
    """Return a bot's choice and True, or the default action and False when the bot fails."""
    try:
        picked = _think(slug, brain, msgspec.json.encode(seen), msgspec.json.encode(list(legal)))
        return legal[picked], True
    except Exception as error:  # noqa: BLE001 - a match must go on whatever a bot does
        # Only the kind of failure is logged: its words may hold what the bot saw.
        logger.error("The bot %s of %s failed: %s", brain, slug, type(error).__name__)
        return default, False


def _think(slug: str, brain: str, seen: bytes, legal: bytes) -> int:
    if multiprocessing.current_process().daemon:
        return think(slug, brain, seen, legal)
    try:
        return _the_pool().submit(think, slug, brain, seen, legal).result(timeout=PATIENCE)
    except (BrokenProcessPool, TimeoutError):
        close()
        raise


def think(slug: str, brain: str, seen: bytes, legal: bytes) -> int:
    """Let a bot choose; return the number of the action chosen."""
    game = GAMES[slug]
    actions = [game.action_from(raw) for raw in msgspec.json.decode(legal)]
    view = msgspec.json.decode(seen, type=game.Observation)
    chosen = bots_of(game)[brain](view, actions, BUDGET, RandomChance())
    return actions.index(chosen)


def _the_pool() -> ProcessPoolExecutor:
    with _Pool.making:
        if _Pool.executor is None:
            context = multiprocessing.get_context("spawn")
            _Pool.executor = ProcessPoolExecutor(max_workers=1, mp_context=context, initializer=_be_nice)
        return _Pool.executor


def _be_nice() -> None:
    os.nice(10)


def close() -> None:
    """End the thinking process, also one that hangs."""
    with _Pool.making:
        pool, _Pool.executor = _Pool.executor, None
    if pool is not None:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
