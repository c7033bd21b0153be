"""The paces that a host may choose, and a match's clock in words."""

from collections.abc import Mapping
from typing import NamedTuple

from games import policy
from games.models import Match
from games.policy import DAY, HOUR, Speed
from games.terms import Clock


class Pace(NamedTuple):
    """How fast a match goes: seconds to begin with, added for each answer, and held at most."""

    turn: int
    increment: int = 0
    cap: int = 0

    @property
    def key(self) -> str:
        """What stands for it in a form: "86400", "259200+86400"."""
        return f"{self.turn}+{self.increment}/{self.cap}" if self.increment else str(self.turn)


def paces() -> Mapping[str, list[tuple[Pace, str]]]:
    """All paces offered, in words, by the heading they stand under."""
    table = policy.POLICY
    fixed = [(Pace(seconds), words) for seconds, words in table.turn_seconds.items()]
    kept = [Pace(*clock.seconds) for clock in table.fischer]
    return {
        "So long for each answer": [choice for choice in fixed if table.speed(choice[0].turn) == Speed.DAYS],
        "Time that you keep": [
            (pace, f"{clock.name}: {kept_words(pace)}") for pace, clock in zip(kept, table.fischer, strict=True)
        ],
        "Live, everyone at the table": [choice for choice in fixed if table.speed(choice[0].turn) == Speed.LIVE],
    }


def pace_of(key: str) -> Pace:
    """The pace offered under a key. Raises `KeyError`."""
    return {pace.key: pace for group in paces().values() for pace, _ in group}[key]


def is_offered(clock: Clock) -> bool:
    """Whether a host may choose this clock."""
    offered = any(
        Pace(clock.turn_seconds, clock.increment_seconds, clock.cap_seconds) == pace
        for group in paces().values()
        for pace, _ in group
    )
    return offered and 0 <= clock.excuses <= policy.POLICY.excuses_most


def kept_words(pace: Pace) -> str:
    """A Fischer clock in words."""
    start, more, most = map(span_words, pace)
    return f"{start} to begin with, {more} more for each answer, {most} at most"


def span_words(seconds: int) -> str:
    """A length of time in whole days, hours or minutes: "3 days", "36 hours"."""
    for unit, noun in ((DAY, "day"), (HOUR, "hour"), (60, "minute")):
        if seconds >= unit and seconds % unit == 0:
            count = seconds // unit
            return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
    return f"{seconds} seconds"


def pace_words(match: Match | Clock) -> str:
    """The pace of a match in one line."""
    if match.increment_seconds:
        return kept_words(Pace(match.turn_seconds, match.increment_seconds, match.cap_seconds))
    live = "Live: " if policy.POLICY.speed(match.turn_seconds) == Speed.LIVE else ""
    return f"{live}{span_words(match.turn_seconds)} for each answer"


def clock_words(match: Match | Clock) -> list[tuple[str, str]]:
    """All that a player should know of a match's clock before joining, as pairs of words."""
    return [("Pace", pace_words(match)), *_standstill(match), ("Missed turns", _excuses(match))]


def _standstill(match: Match | Clock) -> list[tuple[str, str]]:
    if policy.POLICY.speed(match.turn_seconds) == Speed.LIVE:
        return [("Quiet hours, weekends, vacation", "Clocks run through all of them")]
    return [
        ("Quiet hours", "Deadlines wait for their end"),
        ("Weekends", "Clocks stand still" if match.weekends_off else "Clocks run"),
        ("Vacation days", "Clocks stand still" if match.vacations else "Clocks run"),
    ]


def _excuses(match: Match | Clock) -> str:
    given = f"{match.excuses} excuse{'' if match.excuses == 1 else 's'} each" if match.excuses else "No excuses"
    return f"{given}; after {policy.POLICY.misses_to_stand_in} in a row a bot holds the seat"
