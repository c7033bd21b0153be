"""How those of a table stand among themselves when its result is changed.

All that the rows of the ladder tell of them happens again in its order. Where two or more of them met at a table, this
deals them out as its result stands now; by anything else, whoever passed another then passes them again. So a
correction overrules no later result, and one that is taken back leaves everything as it was.
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
"""What the rows of a table that has ended say."""
OF_SEASONS = (Why.PROMOTED, Why.RELEGATED, Why.MADE_ROOM)
NOWHERE = (9**9, 0)
"""Below everyone: who has not joined yet, or has left."""
Deal = Callable[[Sequence[int]], Sequence[int]]
"""Puts players, the highest first, into another order."""


class Table(NamedTuple):
    """Those of a challenge's table who stood in one division when its result counted first, and when that was."""

    users: list[int]
    at: datetime


class Met(NamedTuple):
    """Some players at a table, and how its result deals them out by now."""

    users: Collection[int]
    deal: Deal


def counted_first(challenge: Challenge) -> list[Table]:
    """The table of a result that has counted before, and counts anew; none of one that never did."""
    # What its rows say, and not when the match ended: that changes where a moderator takes the match back.
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
    """Who takes which rung by a result; `users` as they stand, the highest first."""
    standings = [
        Standing(user, position, came[user].place, came[user].away, came[user].forfeit)
        for position, user in enumerate(users)
    ]
    after = dealt(standings)
    return sorted(users, key=after.__getitem__)


def order_anew(*, challenge: Challenge, table: Table, deal: Deal, until: Season | None = None) -> list[int]:
    """The players of a table, the highest first, as they stand now or at a season's end if this result deals so."""
    rows = _rows(challenge, table, until)
    met = {**_met(rows, table.users), challenge.pk: Met(table.users, deal)}
    counted: set[int] = set()
    stood = dict.fromkeys(sorted(table.users), NOWHERE)
    order = list(stood)
    for (of, why, _), event in groupby(rows, key=_event):
        was = _order(stood)
        stood |= {row.user_id: _place(row) for row in event}
        if of not in met or not why:
            order = _passed(order, was, _order(stood), ())
        elif of not in counted:
            counted.add(of)
            order = _dealt(_passed(order, was, _order(stood), met[of].users), met[of])
    return order


def _rows(challenge: Challenge, table: Table, until: Season | None) -> list[RungChange]:
    found = challenge.ladder.changes.filter(user__in=table.users).select_related("division").order_by("pk")
    if until is not None and until.ended_at is not None:
        found = found.filter(at__lte=until.ended_at).exclude(at=until.ended_at, why__in=OF_SEASONS)
    return list(found)


def _event(row: RungChange) -> tuple[int, str, datetime]:
    """What has happened at once: the challenge, and what the rows say if its result counts or is corrected."""
    why = row.why if row.why in (*COUNTED, Why.CORRECTED) else ""
    return row.challenge_id or 0, why, row.at


def _place(row: RungChange) -> tuple[int, int]:
    return NOWHERE if row.after is None else (row.division.level, row.after)


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
    """How a challenge's result deals those of its table out now: not at all where it does not stand."""
    if challenge.match is None or challenge.state != Challenge.State.DONE:
        return list
    came = {fact.user_id: fact for fact in seat_facts(list(challenge.match.seats.order_by("number")))}
    return partial(finishing_order, came) if came else list


def _dealt(order: Sequence[int], met: Met) -> list[int]:
    """Deal some of these players out among themselves."""
    dealt_anew = iter(met.deal([user for user in order if user in met.users]))
    return [next(dealt_anew) if user in met.users else user for user in order]


def _passed(order: Sequence[int], was: Sequence[int], stands: Sequence[int], met: Collection[int]) -> list[int]:
    """Let whoever passed another as it was written pass them in this order too; not those who met, among themselves."""
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
