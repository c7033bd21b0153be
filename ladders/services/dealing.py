"""What the result of a challenge's table does to the rungs, and to tables of seasons that are kept already.

A moderator may change a result after the season in which it counted. Then those of the table exchange the rungs they
have come to hold, in whichever division, and their places in every table that has been kept since: so whoever gained
by a result that does not stand keeps neither promotion nor trophy, and nobody else moves.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from ladders.methods.rungs import Standing, dealt
from ladders.models import Challenge, Ladder, RungChange, Season, SeasonPlace
from ladders.selectors.ratings import SeatFact
from ladders.services.rungs import Why, divisions_of, held_by, rungs_dealt

COUNTED = (Why.RESULT, Why.PARTED, Why.CLOSED)
"""What the rows of a table that has ended say."""
Deal = Callable[[Sequence[int]], Sequence[int]]
"""Puts players, the highest first, into another order."""


class Table(NamedTuple):
    """Those of a challenge's table who stood in one division when its result counted first, and when that was."""

    users: list[int]
    at: datetime


def table_now(ladder: Ladder, users: Sequence[int], now: datetime) -> list[Table]:
    """The table of a result that counts for the first time."""
    return [Table(list(rungs), now) for _, rungs in divisions_of(ladder, users)]


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


def deal_out(*, challenge: Challenge, table: Table, deal: Deal, why: str, now: datetime) -> None:
    """Deal the rungs of a table out again on a locked ladder, and its places in the tables kept since."""
    held = held_by(challenge.ladder, table.users, table.at)
    rungs_dealt(ladder=challenge.ladder, held=held, order=deal(list(held)), why=why, challenge=challenge, now=now)
    for season in challenge.ladder.seasons.filter(ended_at__gte=table.at):
        _deal_places(season, table.users, deal, now)


def _deal_places(season: Season, users: Sequence[int], deal: Deal, now: datetime) -> None:
    kept = {place.user_id: place for place in season.places.filter(user__in=users)}
    holds = [(place.level, place.division, place.position, place.moved) for place in kept.values()]
    order = deal(list(kept))
    if order == list(kept):
        return
    for user, hold in zip(order, holds, strict=True):
        place = kept[user]
        place.level, place.division, place.position, place.moved = hold
    SeasonPlace.objects.bulk_update(kept.values(), ["level", "division", "position", "moved"])
    season.corrected_at = now
    season.save(update_fields=["corrected_at"])


def undeal(*, challenge: Challenge, now: datetime) -> None:
    """Let those whom the latest result of a challenge moved stand among themselves as they did before it."""
    corrected = challenge.changes.filter(why=Why.CORRECTED).order_by("pk").last()
    rows = challenge.changes.filter(why=Why.RESULT, pk__gt=corrected.pk if corrected else 0)
    stood = {row.user_id: _stood(row) for row in rows.select_related("division", "came_from") if _moved(row)}
    for table in counted_first(challenge):
        moved = Table([user for user in table.users if user in stood], table.at)
        as_before = partial(sorted, key=stood.__getitem__)
        if moved.users:
            deal_out(challenge=challenge, table=moved, deal=as_before, why=Why.CORRECTED, now=now)


def _moved(row: RungChange) -> bool:
    return row.before != row.after or row.came_from is not None


def _stood(row: RungChange) -> tuple[int, int]:
    """Where somebody stood before a result: the level of the division, and the rung."""
    return (row.came_from or row.division).level, row.before or 0
