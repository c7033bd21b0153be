"""The effect of a challenge's result on the rungs, and on season tables already kept.

A moderator may change a result after the season in which it counted. The table's players then exchange the rungs they
now hold, in whichever division, and their places in every table kept since: a player who gained by a corrected result
keeps neither promotion nor trophy, and other players do not move.
"""

from collections.abc import Sequence
from datetime import datetime

from ladders.models import Challenge, Ladder, Season, SeasonPlace
from ladders.services.reordering import Deal, Table, counted_first, reorder
from ladders.services.rungs import Why, deal_rungs, divisions_of, held_by, move_places


def table_now(ladder: Ladder, users: Sequence[int], now: datetime) -> list[Table]:
    """The tables of a result that counts for the first time."""
    return [Table(list(rungs), now) for _, rungs in divisions_of(ladder, users)]


def deal_out(*, challenge: Challenge, table: Table, deal: Deal, now: datetime) -> None:
    """Deal a table's rungs out on a locked ladder, by a result that counts for the first time."""
    held = held_by(challenge.ladder, table.users, table.at)
    deal_rungs(ladder=challenge.ladder, held=held, order=deal(list(held)), why=Why.RESULT, challenge=challenge, now=now)


def deal_again(*, challenge: Challenge, table: Table, deal: Deal, why: str, now: datetime) -> None:
    """Deal a table's rungs out again on a locked ladder, and its places in the season tables kept since."""
    held = held_by(challenge.ladder, table.users, table.at)
    order = [user for user in reorder(challenge=challenge, table=table, deal=deal) if user in held]
    moved: set[int] = set()
    for season in challenge.ladder.seasons.filter(ended_at__gte=table.at):
        moved |= _deal_places(season, reorder(challenge=challenge, table=table, deal=deal, until=season), now)
    deal_rungs(ladder=challenge.ladder, held=held, order=order, why=why, challenge=challenge, now=now)
    move_places(ladder=challenge.ladder, users=moved - held.keys(), why=why, challenge=challenge, now=now)


def _deal_places(season: Season, users: Sequence[int], now: datetime) -> set[int]:
    """Exchange the players' places in a kept table; return the users whose place changed."""
    kept = {place.user_id: place for place in season.places.filter(user__in=users)}
    holds = [(place.level, place.division, place.position, place.moved) for place in kept.values()]
    order = [user for user in users if user in kept]
    if order == list(kept):
        return set()
    for user, hold in zip(order, holds, strict=True):
        place = kept[user]
        place.level, place.division, place.position, place.moved = hold
    SeasonPlace.objects.bulk_update(kept.values(), ["level", "division", "position", "moved"])
    season.corrected_at = now
    season.save(update_fields=["corrected_at"])
    return {user for user, before in zip(order, kept, strict=True) if user != before}


def undeal(*, challenge: Challenge, now: datetime) -> None:
    """Return a challenge's players to the order they would have without its result."""
    if challenge.changes.filter(why=Why.RESULT).exists():
        for table in counted_first(challenge):
            deal_again(challenge=challenge, table=table, deal=list, why=Why.CORRECTED, now=now)
