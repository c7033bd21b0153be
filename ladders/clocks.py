"""The clocks that ladders and tournaments offer, made of the one table of clocks."""

from collections.abc import Mapping

from games import policy
from games.paces import pace_words
from games.policy import MINUTE
from games.terms import Clock

LIVE = {"hour": 60, "quarter": 15, "five": 5}
"""Minutes for an answer at live tables, by the key that a form or a program names."""


def clocks_offered() -> Mapping[str, tuple[str, Clock]]:
    """The clocks that an organiser chooses from, with their words, by key."""
    hard = Clock(*policy.POLICY.kept("Hard").seconds, vacations=False, excuses=0)
    calm = Clock(*policy.POLICY.kept("Steady").seconds)
    live = {key: Clock(minutes * MINUTE, vacations=False, excuses=0) for key, minutes in LIVE.items()}
    return {
        "hard": (f"Hard: {pace_words(hard)}; no vacations, no excuses", hard),
        "calm": (f"Calm: {pace_words(calm)}; vacations stop the clock", calm),
        **{key: (pace_words(clock), clock) for key, clock in live.items()},
    }
