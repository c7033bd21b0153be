"""What the result of a challenge's table does to the rungs, and to tables of seasons that are kept already.

A moderator may change a result after the season in which it counted. Then those of the table exchange the rungs they
have come to hold, in whichever division, and their places in every table that has been kept since: so whoever gained
by a result that does not stand keeps neither promotion nor trophy, and nobody else moves.
"""

from collections.abc import Sequence
from datetime import datetime

from ladders.models import Challenge, Ladder, Season, SeasonPlace
from ladders.services.replays import Deal, Table, counted_first, order_anew
from ladders.services.rungs import Why, divisions_of, held_by, rungs_dealt


def table_now(ladder: Ladder, users: Sequence[int], now: datetime) -> list[Table]:
    """The table of a result that counts for the first time."""
    return [Table(list(rungs), now) for _, rungs in divisions_of(ladder, users)]


def deal_out(*, challenge: Challenge, table: Table, deal: Deal, now: datetime) -> None:
    """Deal the rungs of a table out on a locked ladder, by a result that counts for the first time."""
    held = held_by(challenge.ladder, table.users, table.at)
    rungs_dealt(
        ladder=challenge.ladder, held=held, order=deal(list(held)), why=Why.RESULT, challenge=challenge, now=now
    )


def deal_anew(*, challenge: Challenge, table: Table, deal: Deal, why: str, now: datetime) -> None:
    """Deal the rungs of a table out again on a locked ladder, and its places in the tables kept since."""
    held = held_by(challenge.ladder, table.users, table.at)
    order = [user for user in order_anew(challenge=challenge, table=table, deal=deal) if user in held]
    for season in challenge.ladder.seasons.filter(ended_at__gte=table.at):
        _deal_places(season, order_anew(challenge=challenge, table=table, deal=deal, until=season), now)
    rungs_dealt(ladder=challenge.ladder, held=held, order=order, why=why, challenge=challenge, now=now)


def _deal_places(season: Season, users: Sequence[int], now: datetime) -> None:
    kept = {place.user_id: place for place in season.places.filter(user__in=users)}
    holds = [(place.level, place.division, place.position, place.moved) for place in kept.values()]
    order = [user for user in users if user in kept]
    if order == list(kept):
        return
    for user, hold in zip(order, holds, strict=True):
        place = kept[user]
        place.level, place.division, place.position, place.moved = hold
    SeasonPlace.objects.bulk_update(kept.values(), ["level", "division", "position", "moved"])
    season.corrected_at = now
    season.save(update_fields=["corrected_at"])


def undeal(*, challenge: Challenge, now: datetime) -> None:
    """Let those of a challenge's table stand among themselves as they would without its result."""
    if challenge.changes.filter(why=Why.RESULT).exists():
        for table in counted_first(challenge):
            deal_anew(challenge=challenge, table=table, deal=list, why=Why.CORRECTED, now=now)
