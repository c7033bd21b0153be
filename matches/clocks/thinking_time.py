"""How long the bot *sharp* thinks about an answer, where its host chose that."""

from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    # The processes of bots run without models.
    from matches.models import Match

MOST_SECONDS = 10
"""The longest time for an answer that a host can give, as others wait for the place."""


def most_sharp_seconds() -> int:
    """Return the longest time that a host can choose now, in whole seconds: no more than *patient* has."""
    patient: float = settings.BOT_SECONDS["patient"]
    return int(min(MOST_SECONDS, patient))


def sharp_seconds_at(match: "Match") -> int | None:
    """Return the time at a table, or None for the usual: the operator may have lowered the most since it was chosen."""
    return min(match.sharp_seconds or 0, most_sharp_seconds()) or None
