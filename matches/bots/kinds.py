"""The time of bots for a decision, and what kind of place they need for it."""

from typing import TYPE_CHECKING

from django.conf import settings

from engine import Budget
from engine.bots import BUDGET
from games.levels import SHARP, levels_of
from games.registry import GAMES
from matches.clocks.thinking_time import sharp_seconds_at

if TYPE_CHECKING:
    # The processes of bots run without models.
    from matches.models import Match

PATIENCE = 10.0
"""Seconds beyond the longest time that an operator can set after which a bot is stopped and plays the default."""
MOST_SECONDS = 30.0
"""The longest time for a decision that an operator can set."""
LONG = 0.5
"""A bot that takes more seconds for a decision searches: it needs a place, and has a process of its own."""
QUICK, SEARCH, PATIENT_SEARCH = KINDS = "", "searching", "searching-patiently"
"""Bots that need no place, those that search, and those that search so long that nobody else should wait for them."""


def budget_at(match: "Match", brain: str) -> Budget:
    """Return the time of a bot for one decision at a table."""
    level = levels_of(GAMES[match.game]).get(brain)
    budget = level.budget if level else BUDGET
    chosen = sharp_seconds_at(match) if brain == "sharp" else None
    seconds = chosen or settings.BOT_SECONDS.get(brain, budget.seconds)
    return budget.lasting(min(seconds, MOST_SECONDS))


def kind_of(seconds: float) -> str:
    """Return the kind of place for a bot that needs so many seconds for a decision when it thinks alone."""
    if seconds <= LONG:
        return QUICK
    patient = seconds > max(SHARP.seconds, settings.BOT_SECONDS["sharp"])
    return PATIENT_SEARCH if patient and settings.BOT_PATIENT_SEARCHES else SEARCH


def kind_of_bot(match: "Match", brain: str) -> str:
    """Return what kind of place a bot at a table needs."""
    return kind_of(budget_at(match, brain).seconds)
