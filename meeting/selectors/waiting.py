"""Who waits for a quick table, as values for `seat_people`, and what a waiting person sees."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import inf

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.identity.blocks import blocks_among
from accounts.models import User, UserKind
from ladders.models import Apart, Pool, Rating
from matches.clocks.reliability import reliability_of
from matches.models import Match, Seat
from meeting.criteria import DAYS_SECONDS, LIVE_SECONDS, Criteria, kinds_that_fit
from meeting.methods.seating import NEWCOMER, Pair, TableKind
from meeting.methods.seating import Seeker as Waiting
from meeting.models import Seeker

MOST_AT_ONCE = 500


@dataclass(frozen=True)
class Wait:
    """What a waiting person sees."""

    since: datetime
    waiting: int
    """How many wait, the person included."""
    fitting: int
    """How many of the others wait for a table that suits the person too.

    Blocks do not count: somebody who asks for everything, and reads that nobody fits, would know that they are blocked.
    """
    live_over: bool
    """True if the person no longer waits for live tables, as they have not said for an hour that they are here."""


def row_of(user: User) -> Seeker | None:
    """The row of someone who waits; None for someone who does not."""
    return Seeker.objects.filter(user=user).first()


def criteria_of(row: Seeker) -> Criteria:
    """The criteria of someone who waits."""
    return Criteria(tuple(row.games), tuple(row.paces), tuple(row.sizes))


def kinds_of(row: Seeker, now: datetime) -> list[TableKind]:
    """The kinds of table that someone waits for still; empty once they have waited too long."""
    waited = (now - row.chosen_at).total_seconds()
    return [kind for kind in kinds_that_fit(criteria_of(row)) if waited < (LIVE_SECONDS if kind.live else DAYS_SECONDS)]


def tables_elsewhere(user: User, since: datetime) -> list[int]:
    """The numbers of the tables with other people at which a user sat down after a moment."""
    seats = _elsewhere().filter(user=user, joined_at__gt=since)
    return list(seats.order_by("match_id").values_list("match_id", flat=True))


def _elsewhere() -> QuerySet[Seat]:
    """Seats at tables that are on, where other people sit or may come: bots alone pass the time while one waits."""
    others = Seat.objects.filter(match=OuterRef("match")).exclude(user=OuterRef("user"))
    company = others.filter(Q(user=None) | ~Q(user__kind=UserKind.HOUSE))
    return Seat.objects.filter(Exists(company), match__status__in=Match.NOT_OVER)


def rows_waiting(now: datetime) -> QuerySet[Seeker]:
    """Those who may be seated: who use the site, and took no seat elsewhere since they said that they wait."""
    seated = _elsewhere().filter(user=OuterRef("user"), joined_at__gt=OuterRef("chosen_at"))
    free = Seeker.objects.filter(user__is_active=True).exclude(user__suspended_until__gt=now)
    return free.exclude(Exists(seated)).select_related("user").order_by("since", "pk")


def some_waiting(now: datetime, but: User | None = None) -> list[Seeker]:
    """Those who are looked at together: at most `MOST_AT_ONCE`.

    Where more wait, half of them are those with an account who have waited longest, and the others are drawn by lot, so
    that people whom nothing fits, or many guests, keep nobody from a table for long.
    """
    rows = rows_waiting(now) if but is None else rows_waiting(now).exclude(user=but)
    found = list(rows[: MOST_AT_ONCE + 1])
    if len(found) <= MOST_AT_ONCE:
        return found
    longest = list(rows.exclude(user__kind=UserKind.GUEST)[: MOST_AT_ONCE // 2])
    drawn = rows.exclude(pk__in=[row.pk for row in longest]).order_by("?")
    return longest + list(drawn[: MOST_AT_ONCE - len(longest)])


def values_of(rows: Sequence[Seeker], now: datetime) -> list[Waiting]:
    """Return the people of these rows as values: what they want, how they play and how long they have waited."""
    users = [row.user_id for row in rows]
    ratings = _ratings(users)
    reliabilities = reliability_of(users, now)
    return [
        Waiting(
            user=row.user_id,
            wants={
                kind: ratings.get((row.user_id, kind.game, Pool.Speed.LIVE if kind.live else Pool.Speed.DAYS), NEWCOMER)
                for kind in kinds_of(row, now)
            },
            reliability=reliabilities[row.user_id].percent,
            waited=(now - row.since).total_seconds(),
            bots_after=inf if row.bots_after is None else 60 * row.bots_after,
        )
        for row in rows
    ]


def _ratings(users: Collection[int]) -> dict[tuple[int, str, str], int]:
    found = Rating.objects.filter(user__in=users).annotate(game=F("pool__game"), speed=F("pool__speed"))
    return {(row.user_id, row.game, row.speed): row.number for row in found}


def pairs_between(users: Collection[int], people: Collection[int]) -> list[Pair]:
    """The pairs of one of these users and one of these people who must not meet, the user first."""
    both_ways = [pair for one, other in pairs_apart({*users, *people}) for pair in ((one, other), (other, one))]
    return [(one, other) for one, other in both_ways if one in users and other in people]


def pairs_apart(users: Collection[int]) -> list[Pair]:
    """The pairs of these users who must not meet: by a block, or as organisers keep them apart."""
    kept = Apart.objects.filter(one__in=users, other__in=users).values_list("one_id", "other_id")
    return [*blocks_among(users, list(users)), *kept]


def wait_of(row: Seeker, now: datetime) -> Wait:
    """Return what a waiting person sees."""
    mine = set(kinds_of(row, now))
    others = {other.user_id: kinds_of(other, now) for other in rows_waiting(now).exclude(pk=row.pk)[:MOST_AT_ONCE]}
    wanted = kinds_that_fit(criteria_of(row))
    waiting = {user: kinds for user, kinds in others.items() if kinds}
    return Wait(
        since=row.since,
        waiting=1 + len(waiting),
        fitting=sum(not mine.isdisjoint(kinds) for kinds in waiting.values()),
        live_over=any(kind.live for kind in wanted) and not any(kind.live for kind in mine),
    )


def newest_table(user: User, since: datetime, *, alone: bool = True) -> int | None:
    """The number of the table at which a user sat down last, since a moment; `alone`: also where bots alone sit."""
    seats = Seat.objects.filter(match__status__in=Match.NOT_OVER) if alone else _elsewhere()
    seats = seats.filter(user=user, joined_at__gte=since)
    return seats.order_by("-joined_at", "-match_id").values_list("match_id", flat=True).first()


JUST_NOW = timedelta(seconds=10)
"""A second click this soon after a seat leads to that seat's table."""
