"""The simulation loop: the next visit or the next sweep, whichever comes first."""

import heapq
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from random import Random

from bench.days.acts import look_in, open_table
from bench.days.company import REGULAR, Company
from bench.days.people import people_of
from bench.days.watch import Watch, unfinished_contests
from bench.days.wires import Wires, wired
from clubs.models import ClubMessage, ClubTable, Membership
from ladders.models import Challenge, Tournament
from matches.log.states import open_step
from matches.models import Activity, Attendance, FormerHolder, Match, Seat, Step
from matches.sweep import sweep
from meeting.models import Seeker
from meeting.notice_kinds import QUICK_TABLE
from notifications.enums import MESSENGERS
from notifications.models import Channel, Notice, State
from notifications.services import sweep_notices

# European clocks go back on 25 October 2026, American ones on 1 November, Lord Howe's forward on 4 October.
BEGIN = datetime(2026, 9, 21, tzinfo=UTC)
BEAT = timedelta(seconds=5)
AT_LEAST_EVERY = timedelta(hours=6)
PLAY_OUT = 60
"""The extra days in which matches in progress are played to their end."""
LOOK_EVERY = 25
"""Check for the end once in so many events."""
TOLD_BY = (Channel.MAIL, Channel.DIGEST, Channel.PUSH, Channel.WEBHOOK, *MESSENGERS)

MET = ("turns_merged", "quick_asked", "quick_asked_live", "quick_seats", "blocked_later", "looks_from_outside")

Act = Callable[[datetime], None]


class Days:
    """A simulation of a number of days."""

    def __init__(self, *, people: int, matches: int, days: int, seed: int) -> None:
        self.dice = Random(seed)
        self.watch = Watch(BEGIN)
        self.end = BEGIN + timedelta(days=days + PLAY_OUT)
        self.agenda: list[tuple[datetime, int, Act]] = []
        self.order = count()
        self.swept = self.mailed = self.beat_of_sweep = self.beat_of_notices = BEGIN
        self.events = 0
        self._plan(people, matches, days)

    def _plan(self, people: int, matches: int, days: int) -> None:
        """Schedule all visits and the opening of tables."""
        everyone = people_of(people, BEGIN.date(), days, self.dice)
        self.watch.dead = {habits.user.email for habits in everyone if not habits.mailbox}
        company = Company(everyone, self.dice, self.watch)
        company.plan(self._at, BEGIN, days, matches)
        for beat in range((self.end - BEGIN) // REGULAR):
            self._at(BEGIN + beat * REGULAR, company.regularly)
        for habits in everyone:
            for visit in habits.visits(BEGIN.date(), days + PLAY_OUT, self.dice):
                self._at(visit, partial(look_in, habits, self.dice))
        for _ in range(matches):
            moment = BEGIN + timedelta(seconds=self.dice.randrange(int(days * 0.6 * 86400)))
            self._at(moment, partial(open_table, everyone, self.dice))

    def _at(self, moment: datetime, act: Act) -> None:
        heapq.heappush(self.agenda, (moment, next(self.order), act))

    def run(self) -> dict[str, int]:
        """Run the simulation and return the counts."""
        with wired(self.watch, self.dice) as wires:
            while (moment := self._next(wires)) < self.end:
                self.watch.now = moment
                self.events += 1
                self._happen(moment, wires)
                wires.deliver()
                if self._is_all_over():
                    break
        return self.watch.figures() | self._counts()

    def _next(self, wires: Wires) -> datetime:
        if wires.moved:
            # Most visits change nothing, and then the next sweeps stay the same.
            self.beat_of_sweep, self.beat_of_notices, wires.moved = self._next_sweep(wires), self._next_notice(), False
        visit = self.agenda[0][0] if self.agenda else self.end
        return min(visit, self.beat_of_sweep, self.beat_of_notices)

    def _happen(self, moment: datetime, wires: Wires) -> None:
        if self.agenda and self.agenda[0][0] <= moment:
            heapq.heappop(self.agenda)[2](moment)
            return
        wires.moved = True
        if self.beat_of_notices <= moment:
            self.mailed = moment
            sweep_notices(now=moment)
        else:
            self.swept, wires.lost = moment, False
            at_night = self.watch.due_in_quiet_hours()
            sweep(now=moment)
            self.watch.look_for_costs(at_night)
            self.watch.look_for_late()
            self.watch.look_at_pages()

    def _next_sweep(self, wires: Wires) -> datetime:
        """Return the next sweep after a deadline or a lost queue message, or a few hours later for the rest."""
        seat = Seat.objects.filter(awaited=True, deadline__gt=self.swept).order_by("deadline").only("deadline").first()
        due = [self.swept + AT_LEAST_EVERY]
        if seat is not None and seat.deadline is not None:
            due.append(seat.deadline)
        if wires.lost:
            due.append(self.watch.now)
        return _beat(min(due), after=self.swept)

    def _next_notice(self) -> datetime:
        """Return the time of the next sweep with a notice due."""
        due = Notice.objects.filter(state=State.DUE).order_by("due_at").values_list("due_at", flat=True).first()
        return _beat(due, after=self.mailed) if due else self.end

    def _is_all_over(self) -> bool:
        if self.events % LOOK_EVERY or self.watch.now <= self.end - timedelta(days=PLAY_OUT):
            return False
        still = (Match.objects.filter(status__in=Match.NOT_OVER), Seeker.objects.all())
        return not any(rows.exists() for rows in still) and not unfinished_contests(self.watch.now)

    def _counts(self) -> dict[str, int]:
        """Return how much of everything happened, so that an empty run does not pass for a success."""
        kinds = dict.fromkeys(("excused", "stood_in", "took_back", "paused", "called_off", "undelivered"), 0)
        for kind in Activity.objects.filter(kind__in=kinds).values_list("kind", flat=True):
            kinds[kind] += 1
        return {
            "matches": Match.objects.count(),
            "matches_finished": Match.objects.filter(status=Match.Status.FINISHED).count(),
            "notices": self.watch.counts["notices"],
            **{f"by_{channel}": self.watch.counts[f"by_{channel}"] for channel in TOLD_BY},
            "turns_answered": sum(Attendance.objects.values_list("answered", flat=True)),
            "turns_missed": sum(Attendance.objects.values_list("missed", flat=True)),
            "turns_answered_ahead": _answered_ahead(),
            "substitutes": FormerHolder.objects.count(),
            **{name: self.watch.counts[name] for name in MET},
            "quick_lapsed": _lapsed(),
            "club_members": Membership.objects.count(),
            "club_tables": ClubTable.objects.count(),
            "club_messages": ClubMessage.objects.count(),
            "challenges_played": Challenge.objects.filter(state=Challenge.State.DONE).count(),
            "tournaments_finished": Tournament.objects.filter(status=Tournament.Status.FINISHED).count(),
            **kinds,
        }


def _lapsed() -> int:
    """How many waited for a quick table until they were told that nobody came."""
    told = Notice.objects.filter(kind=QUICK_TABLE, topic__startswith="quick:")
    return told.values("topic").distinct().count()


def _answered_ahead() -> int:
    answers = (answer for step in Step.objects.filter(kind="round").iterator() for answer in open_step(step).answers)
    return sum(answer.by == "conditional_move" for answer in answers)


def _beat(moment: datetime, *, after: datetime) -> datetime:
    """Return the first sweep at or after `moment` that is also later than `after`."""
    beats = -(-(moment - BEGIN) // BEAT)
    return max(BEGIN + beats * BEAT, after + BEAT)
