"""The time controls that hosts may choose, and their descriptions."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from engine.language import say
from engine.table_settings import TimeControl
from foundation.language import with_more
from foundation.spans import span_words
from matches import policy
from matches.clocks.stand_in_level import stand_in_level
from matches.models import Match
from matches.policy import DAY, Speed


class Pace(NamedTuple):
    """The pace of a match: seconds at the start, per answer, and at most."""

    turn: int
    increment: int = 0
    cap: int = 0

    @property
    def key(self) -> str:
        """Return its value in a form: "86400", "259200+86400/604800"."""
        return f"{self.turn}+{self.increment}/{self.cap}" if self.increment else str(self.turn)


class Paces(NamedTuple):
    """Paces by group: a fixed time for each answer, time that is kept, and live ones."""

    fixed: list[Pace]
    kept: list[Pace]
    live: list[Pace]

    @property
    def all(self) -> list[Pace]:
        """The paces of all groups."""
        return [*self.fixed, *self.kept, *self.live]


def paces_offered() -> Paces:
    """Return all paces that hosts may choose."""
    table = policy.POLICY
    by_speed: dict[Speed, list[Pace]] = {speed: [] for speed in Speed}
    for seconds in table.turn_seconds:
        by_speed[table.speed(seconds)].append(Pace(seconds))
    kept = [Pace(*time_control.seconds) for time_control in table.fischer]
    return Paces(by_speed[Speed.DAYS], kept, by_speed[Speed.LIVE])


def usual_offered() -> Paces:
    """Return the paces most tables are played at."""
    fixed, kept, live = paces_offered()
    return Paces([pace for pace in fixed if pace.turn in (DAY, 3 * DAY)], kept[:1], live[:1])


def paces() -> Mapping[str, list[tuple[Pace, str]]]:
    """Return all paces with their descriptions, by group heading."""
    fixed, kept, live = paces_offered()
    return {
        gettext("Fixed time for each answer"): [(pace, span_words(pace.turn)) for pace in fixed],
        gettext("Time you keep"): [
            (pace, with_more(say(time_control.name), kept_words(pace)))
            for pace, time_control in zip(kept, policy.POLICY.fischer, strict=True)
        ],
        gettext("Live, in one sitting"): [(pace, span_words(pace.turn)) for pace in live],
    }


def usual_paces() -> dict[str, tuple[str, str]]:
    """Return the paces most tables are played at: the key of each with its title and hint."""
    fixed, kept, live = usual_offered()
    usual = {pace.key: (span_words(pace.turn), "") for pace in fixed}
    for pace in kept:
        usual[pace.key] = gettext("Time you keep"), gettext("Up to {span} saved.").format(span=span_words(pace.cap))
    return usual | {pace.key: (span_words(pace.turn), gettext("Live, in one sitting.")) for pace in live}


def pace_of(key: str) -> Pace:
    """Return the pace with this key. Raises `KeyError`."""
    return {pace.key: pace for pace in paces_offered().all}[key]


def is_offered(time_control: TimeControl) -> bool:
    """True if a host may choose this time control."""
    pace = Pace(time_control.turn_seconds, time_control.increment_seconds, time_control.cap_seconds)
    return pace in paces_offered().all and 0 <= time_control.excuses <= policy.POLICY.excuses_most


def kept_words(pace: Pace) -> str:
    """Describe a Fischer clock."""
    start, more, most = map(span_words, pace)
    words = gettext("{start} to begin with, {more} more for each answer, {most} at most")
    return words.format(start=start, more=more, most=most)


def pace_words(match: Match | TimeControl) -> str:
    """Describe the pace of a match in one line."""
    if match.increment_seconds:
        return kept_words(Pace(match.turn_seconds, match.increment_seconds, match.cap_seconds))
    live = policy.POLICY.speed(match.turn_seconds) == Speed.LIVE
    words = gettext("Live: {span} for each answer") if live else gettext("{span} for each answer")
    return words.format(span=span_words(match.turn_seconds))


def clock_words(match: Match | TimeControl) -> list[tuple[str, str]]:
    """Describe a match's clock for players who may join, as pairs of label and text."""
    still, run = gettext("Clocks stand still"), gettext("Clocks run")
    standstill = [
        (gettext("Quiet hours"), gettext("Deadlines wait for their end")),
        (gettext("Weekends"), still if match.weekends_off else run),
        (gettext("Vacation days"), still if match.vacations else run),
    ]
    if policy.POLICY.speed(match.turn_seconds) == Speed.LIVE:
        standstill = [(gettext("Quiet hours, weekends, vacation"), gettext("Clocks run through all of them"))]
    missed = [(gettext("Missed turns"), _missed_words(match.excuses))]
    if isinstance(match, Match):
        level = stand_in_level(match.game, match.stand_in_level)
        missed.append((gettext("Bot for absent players"), level.capitalize()))
    return [(gettext("Pace"), pace_words(match)), *standstill, *missed]


def _missed_words(excuses: int) -> str:
    """Describe what happens to those who miss turns."""
    row = policy.POLICY.timeouts_to_stand_in
    if not excuses:
        return gettext("No excuses; after {row} in a row a bot holds the seat").format(row=row)
    return ngettext(
        "{count} excuse each; after {row} in a row a bot holds the seat",
        "{count} excuses each; after {row} in a row a bot holds the seat",
        excuses,
    ).format(count=excuses, row=row)
