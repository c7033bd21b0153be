"""The time controls that hosts may choose, and their descriptions."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.table_settings import TimeControl
from engine.words import counted
from matches import policy
from matches.models import Match
from matches.policy import DAY, HOUR, Speed


class Pace(NamedTuple):
    """The pace of a match: seconds at the start, per answer, and at most."""

    turn: int
    increment: int = 0
    cap: int = 0

    @property
    def key(self) -> str:
        """Return its value in a form: "86400", "259200+86400/604800"."""
        return f"{self.turn}+{self.increment}/{self.cap}" if self.increment else str(self.turn)


def paces() -> Mapping[str, list[tuple[Pace, str]]]:
    """Return all paces with their descriptions, by group heading."""
    table = policy.POLICY
    fixed = [(Pace(seconds), words) for seconds, words in table.turn_seconds.items()]
    kept = [Pace(*time_control.seconds) for time_control in table.fischer]
    return {
        "Fixed time for each answer": [choice for choice in fixed if table.speed(choice[0].turn) == Speed.DAYS],
        "Time you keep": [
            (pace, f"{time_control.name}: {kept_words(pace)}")
            for pace, time_control in zip(kept, table.fischer, strict=True)
        ],
        "Live, in one sitting": [choice for choice in fixed if table.speed(choice[0].turn) == Speed.LIVE],
    }


def usual_paces() -> dict[str, tuple[str, str]]:
    """Return the paces most tables are played at: the key of each with its title and hint."""
    days, kept, live = paces().values()
    usual = {pace.key: (words, "") for pace, words in days if pace.turn in (DAY, 3 * DAY)}
    usual |= {pace.key: ("Time you keep", f"Up to {span_words(pace.cap)} saved.") for pace, _ in kept[:1]}
    return usual | {pace.key: (words, "Live, in one sitting.") for pace, words in live[:1]}


def pace_of(key: str) -> Pace:
    """Return the pace with this key. Raises `KeyError`."""
    return {pace.key: pace for group in paces().values() for pace, _ in group}[key]


def is_offered(time_control: TimeControl) -> bool:
    """True if a host may choose this time control."""
    offered = any(
        Pace(time_control.turn_seconds, time_control.increment_seconds, time_control.cap_seconds) == pace
        for group in paces().values()
        for pace, _ in group
    )
    return offered and 0 <= time_control.excuses <= policy.POLICY.excuses_most


def kept_words(pace: Pace) -> str:
    """Describe a Fischer clock."""
    start, more, most = map(span_words, pace)
    return f"{start} to begin with, {more} more for each answer, {most} at most"


def span_words(seconds: int) -> str:
    """Format a duration in whole days, hours or minutes: "3 days", "36 hours"."""
    for unit, noun in ((DAY, "day"), (HOUR, "hour"), (60, "minute")):
        if seconds >= unit and seconds % unit == 0:
            return counted(seconds // unit, noun)
    return f"{seconds} seconds"


def pace_words(match: Match | TimeControl) -> str:
    """Describe the pace of a match in one line."""
    if match.increment_seconds:
        return kept_words(Pace(match.turn_seconds, match.increment_seconds, match.cap_seconds))
    live = "Live: " if policy.POLICY.speed(match.turn_seconds) == Speed.LIVE else ""
    return f"{live}{span_words(match.turn_seconds)} for each answer"


def clock_words(match: Match | TimeControl) -> list[tuple[str, str]]:
    """Describe a match's clock for players who may join, as pairs of label and text."""
    standstill = [
        ("Quiet hours", "Deadlines wait for their end"),
        ("Weekends", "Clocks stand still" if match.weekends_off else "Clocks run"),
        ("Vacation days", "Clocks stand still" if match.vacations else "Clocks run"),
    ]
    if policy.POLICY.speed(match.turn_seconds) == Speed.LIVE:
        standstill = [("Quiet hours, weekends, vacation", "Clocks run through all of them")]
    excuses = f"{counted(match.excuses, 'excuse')} each" if match.excuses else "No excuses"
    missed = f"{excuses}; after {policy.POLICY.timeouts_to_stand_in} in a row a bot holds the seat"
    return [("Pace", pace_words(match)), *standstill, ("Missed turns", missed)]
