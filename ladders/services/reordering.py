"""Reorder a table's players among themselves when its result changes.

The ladder's rows about them are replayed in order. Where two or more of them met at a table, its current result deals
them out; any other row that let one player pass another does so again. So a correction does not override later results,
and a reverted correction leaves everything as it was.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import NamedTuple

from ladders.methods.rungs import Standing, dealt
from ladders.models import Challenge, RungChange, Season
from ladders.selectors.ratings import SeatFact, seat_facts

Why = RungChange.Why
COUNTED = (Why.RESULT, Why.PARTED, Why.CLOSED)
"""The causes in the rows of a finished table."""
OF_SEASONS = (Why.PROMOTED, Why.RELEGATED, Why.MADE_ROOM)
NOWHERE = (9**9, 0)
"""Below everyone: players who have not joined yet or have left."""
Deal = Callable[[Sequence[int]], Sequence[int]]
"""Reorders players, the highest first."""


class Table(NamedTuple):
    """A challenge's players in one division when its result first counted, and the time."""

    users: list[int]
    at: datetime


class Met(NamedTuple):
    """Some players of a table, and how its result now deals them out."""

    users: Collection[int]
    deal: Deal


def counted_first(challenge: Challenge) -> list[Table]:
    """The tables of a result that has counted before and counts again; none if it never did."""
    # By its rows, not by the match's end: that changes if a moderator takes the match back.
    counted = list(challenge.changes.filter(why__in=COUNTED))
    rows = [row for row in counted if row.at == counted[0].at]
    division_of: dict[int, int] = {}
    for row in rows:
        division_of.setdefault(row.user_id, row.division_id)
    return [
        Table([user for user, stood in division_of.items() if stood == division], rows[0].at)
        for division in dict.fromkeys(division_of.values())
    ]


def finishing_order(came: Mapping[int, SeatFact], users: Sequence[int]) -> list[int]:
    """The players in the order of their new rungs; `users` in their current order, the highest first."""
    standings = [
        Standing(user, position, came[user].place, came[user].away, came[user].forfeit)
        for position, user in enumerate(users)
    ]
    after = dealt(standings)
    return sorted(users, key=after.__getitem__)


def reorder(*, challenge: Challenge, table: Table, deal: Deal, until: Season | None = None) -> list[int]:
    """A table's players, highest first, now or at a season's end, if this result deals them so."""
    changes = challenge.ladder.changes.filter(user__in=table.users).select_related("division").order_by("pk")
    if until is not None and until.ended_at is not None:
        changes = changes.filter(at__lte=until.ended_at).exclude(at=until.ended_at, why__in=OF_SEASONS)
    rows = list(changes)
    met = {**_met(rows, table.users), challenge.pk: Met(table.users, deal)}
    counted: set[int] = set()
    stood = dict.fromkeys(sorted(table.users), NOWHERE)
    order = list(stood)
    for (of, why, _), event in groupby(rows, key=_event):
        was = _order(stood)
        stood |= {row.user_id: NOWHERE if row.after is None else (row.division.level, row.after) for row in event}
        if of not in met or not why:
            order = _passed(order, was, _order(stood), ())
        elif of not in counted:
            counted.add(of)
            order = _dealt(_passed(order, was, _order(stood), met[of].users), met[of])
    return order


def _event(row: RungChange) -> tuple[int, str, datetime]:
    """The key of one event: the challenge, the cause if a result counts or is corrected, and the time."""
    why = row.why if row.why in (*COUNTED, Why.CORRECTED) else ""
    return row.challenge_id or 0, why, row.at


def _order(stood: Mapping[int, tuple[int, int]]) -> list[int]:
    return sorted(stood, key=stood.__getitem__)


def _met(rows: Sequence[RungChange], users: Sequence[int]) -> dict[int, Met]:
    """The tables at which two or more of these players met, by challenge."""
    ids = {row.challenge_id for row in rows if row.challenge_id and row.why == Why.RESULT}
    found: dict[int, Met] = {}
    for challenge in Challenge.objects.filter(pk__in=ids).exclude(match=None).select_related("match"):
        for table in counted_first(challenge):
            both = [user for user in table.users if user in users]
            if len(both) > 1:
                found[challenge.pk] = Met(both, _deal_of(challenge))
    return found


def _deal_of(challenge: Challenge) -> Deal:
    """How a challenge's result now deals out its table: unchanged if the result does not stand."""
    if challenge.match is None or challenge.state != Challenge.State.DONE:
        return list
    came = {fact.user_id: fact for fact in seat_facts(list(challenge.match.seats.order_by("number")))}
    return partial(finishing_order, came) if came else list


def _dealt(order: Sequence[int], met: Met) -> list[int]:
    """Deal some of these players out among themselves."""
    dealt_again = iter(met.deal([user for user in order if user in met.users]))
    return [next(dealt_again) if user in met.users else user for user in order]


def _passed(order: Sequence[int], was: Sequence[int], stands: Sequence[int], met: Collection[int]) -> list[int]:
    """Replay in this order who passed whom in the rows, except among the players who met."""
    passed = {
        user: {other for other in stands[:place] if was.index(other) > was.index(user) and not {user, other} <= {*met}}
        for place, user in enumerate(stands)
    }
    left, after = list(order), list[int]()
    while left:
        user = next(one for one in left if passed[one] <= {*after})
        left.remove(user)
        after.append(user)
    return after
