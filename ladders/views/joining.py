"""What joining a ladder means, told before one joins."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.words import counted
from ladders.methods.rungs import reach
from ladders.models import Division, Ladder
from ladders.selectors.ladders import MOST_IN, MOST_OUT
from ladders.services.challenges import ACCEPT_DAYS
from ladders.services.ladders import IDLE_DAYS, REJOIN_DAYS, SINK_DAYS
from matches.clocks.time_controls import pace_words


class Term(NamedTuple):
    """One consequence: a short title and a sentence or two."""

    title: str
    words: str


def joining_terms(ladder: Ladder, divisions: Mapping[Division, int]) -> list[Term]:
    """Return what someone takes on who joins this ladder now."""
    lowest, players = list(divisions.items())[-1]
    place = 1 + players
    where = f" of {lowest}" if len(divisions) > 1 else ""
    return [
        Term("You start at the bottom", f"Your place is number {place}{where}."),
        Term("You challenge", f"Players up to {reach(place)} places away, {MOST_OUT} challenges at a time."),
        Term(
            "Others challenge you",
            f"Up to {MOST_IN} at a time, and you cannot decline: if you do not accept within"
            f" {counted(ACCEPT_DAYS, 'day')}, those who do move up past you. Vacation days do not count.",
        ),
        Term(
            "Each table",
            f"{pace_words(ladder.time_control)}. Those who sat there share out their places in finishing order.",
        ),
        Term(
            "If you stay away",
            f"After {counted(IDLE_DAYS, 'day')} without a match you go down one place,"
            f" and one more every {counted(SINK_DAYS, 'day')}.",
        ),
        Term(
            "Leaving",
            f"You can leave when no challenge of yours is open, and come back after {counted(REJOIN_DAYS, 'day')}.",
        ),
    ]
