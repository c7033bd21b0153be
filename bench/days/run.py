"""The run of the days: the next visit or the next sweep, whichever comes first."""

import heapq
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

from bench.days.acts import look_in, open_table
from bench.days.people import people_of
from bench.days.watch import Watch
from bench.days.wires import Wires, wired
from games.models import Attendance, FormerHolder, Happening, Match, Seat
from games.services.sweep import sweep
from notifications.models import Notice, State
from notifications.services import notices_sweep

# European clocks go back on 25 October 2026, American ones on 1 November, Lord Howe's forward on 4 October.
BEGIN = datetime(2026, 9, 21, tzinfo=UTC)
SWEEP = timedelta(seconds=5)
AT_LEAST_EVERY = timedelta(hours=3)
PLAY_OUT = 60
"""Days after the last in which matches that have begun come to their end."""

Act = Callable[[datetime], None]


class Days:
    """A number of days of the site."""

    def __init__(self, *, people: int, matches: int, days: int, seed: int) -> None:
        self.dice = Random(seed)
        self.watch = Watch(BEGIN)
        self.end = BEGIN + timedelta(days=days + PLAY_OUT)
        self.agenda: list[tuple[datetime, int, Act]] = []
        self.order = count()
        self.swept = BEGIN
        self.events = 0
        self._plan(people, matches, days)

    def _plan(self, people: int, matches: int, days: int) -> None:
        """Write down all visits, and when tables are opened."""
        everyone = people_of(people, BEGIN.date(), days, self.dice)
        for habits in everyone:
            for visit in habits.visits(BEGIN.date(), days + PLAY_OUT, self.dice):
                self._at(visit, lambda now, habits=habits: look_in(habits, self.dice, now))
        for _ in range(matches):
            moment = BEGIN + timedelta(seconds=self.dice.randrange(int(days * 0.6 * 86400)))
            self._at(moment, lambda now: open_table(everyone, self.dice, now))

    def _at(self, moment: datetime, act: Act) -> None:
        heapq.heappush(self.agenda, (moment, next(self.order), act))

    def run(self) -> dict[str, int]:
        """Let it all happen; return the counts."""
        with wired(self.watch, self.dice) as wires:
            while (moment := self._next(wires)) < self.end:
                self.watch.now = moment
                self.events += 1
                if self.agenda and self.agenda[0][0] <= moment:
                    heapq.heappop(self.agenda)[2](moment)
                else:
                    self._sweep(wires, moment)
                wires.deliver()
                if self._is_all_over():
                    break
        return self.watch.figures() | self._counts()

    def _next(self, wires: Wires) -> datetime:
        """The next visit, or the next beat of the sweep at which it has something to do."""
        due = [self.swept + AT_LEAST_EVERY]
        deadline = Seat.objects.filter(awaited=True, deadline__gt=self.swept).order_by("deadline")
        due += deadline.values_list("deadline", flat=True)[:1]
        notice = Notice.objects.filter(state=State.DUE).order_by("due_at")
        due += notice.values_list("due_at", flat=True)[:1]
        if wires.lost:
            due.append(self.watch.now)
        beat = max(_beat_after(min(due)), self.swept + SWEEP)
        return min(beat, self.agenda[0][0]) if self.agenda else beat

    def _sweep(self, wires: Wires, now: datetime) -> None:
        """What beat asks for every few seconds, and a look whether it did what it should."""
        self.swept, wires.lost = now, False
        sweep(now=now)
        notices_sweep(now=now)
        self.watch.look_for_late()

    def _is_all_over(self) -> bool:
        return not self.events % 500 and self.watch.now > self.end - timedelta(days=PLAY_OUT) and not _going_on()

    def _counts(self) -> dict[str, int]:
        """How much there was of everything, so that nobody takes nothing for success."""
        kinds = dict.fromkeys(("excused", "stood_in", "took_back", "paused", "called_off"), 0)
        for kind in Happening.objects.filter(kind__in=kinds).values_list("kind", flat=True):
            kinds[kind] += 1
        return {
            "matches": Match.objects.count(),
            "matches_finished": Match.objects.filter(status=Match.Status.FINISHED).count(),
            "notices": self.watch.counts["notices"],
            "turns_answered": sum(Attendance.objects.values_list("answered", flat=True)),
            "turns_missed": sum(Attendance.objects.values_list("missed", flat=True)),
            "substitutes": FormerHolder.objects.count(),
            **kinds,
        }


def _going_on() -> bool:
    return Match.objects.filter(status__in=(Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PAUSED)).exists()


def _beat_after(moment: datetime) -> datetime:
    """The first beat of the sweep at a moment or after it."""
    beats = -(-(moment - BEGIN) // SWEEP)
    return BEGIN + beats * SWEEP
