"""The time controls that ladders and tournaments offer, built from the common table of time controls."""

from collections.abc import Mapping

from django.utils.translation import gettext

from engine.table_settings import TimeControl
from matches import policy
from matches.clocks.time_controls import pace_words
from matches.policy import MINUTE

LIVE = {"hour": 60, "quarter": 15, "five": 5}
"""Minutes per answer in live matches, by the key that forms and the API use."""


def offered_time_controls() -> Mapping[str, tuple[str, TimeControl]]:
    """The time controls that an organiser may choose, as words and value by key."""
    hard = TimeControl(*policy.POLICY.fischer_clock("Hard").seconds, vacations=False, excuses=0)
    calm = TimeControl(*policy.POLICY.fischer_clock("Steady").seconds)
    live = {key: TimeControl(minutes * MINUTE, vacations=False, excuses=0) for key, minutes in LIVE.items()}
    return {
        "hard": (gettext("Hard: {pace}; no vacations, no excuses").format(pace=pace_words(hard)), hard),
        "calm": (gettext("Calm: {pace}; vacations stop the clock").format(pace=pace_words(calm)), calm),
        **{key: (pace_words(time_control), time_control) for key, time_control in live.items()},
    }
