"""Seasons: a final table that is kept, and promotion between divisions."""

from datetime import datetime
from itertools import pairwise

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from foundation.errors import Refused
from ladders import live
from ladders.models import Division, Ladder, Season, SeasonPlace
from ladders.selectors.ratings import ratings_for, speed_of
from ladders.services.news import notify_season_over
from ladders.services.organisers import check_ahead, check_off_ladder, check_organiser, checked_title
from ladders.services.rungs import Why, lock_ladder, set_rungs

Columns = list[tuple[Division, list[int]]]
"""The players of each division, highest division and rung first."""


def open_season(
    *, ladder_id: int, by: User, title: str, starts_at: datetime, ends_at: datetime, now: datetime
) -> Season:
    """Announce a season. Raises `Refused` if it ends before it starts or overlaps another."""
    title = checked_title(title)
    if ends_at <= starts_at or ends_at <= now:
        raise Refused("season_dates", gettext("A season ends after it starts, and after today. Change its days."))
    with transaction.atomic():
        ladder = lock_ladder(ladder_id)
        check_organiser(by, ladder.club_id)
        check_ahead(ladder, by, ends_at, now)
        if ladder.seasons.filter(ended_at=None, starts_at__lt=ends_at, ends_at__gt=starts_at).exists():
            raise Refused(
                "season_overlaps", gettext("Another season of this ladder lies in these days. Choose others.")
            )
        live.push_page(ladder)
        return Season.objects.create(ladder=ladder, title=title, starts_at=starts_at, ends_at=ends_at)


def end_season_of(*, season_id: int, now: datetime, by: User | None = None) -> bool:
    """Keep the final table and move players between divisions; an organiser (`by`) may do so early.

    Before the season's start there is nothing to keep, so the organiser cancels it and it is deleted.
    """
    ladder_id = Season.objects.values_list("ladder_id", flat=True).get(pk=season_id)
    with transaction.atomic():
        ladder = lock_ladder(ladder_id)
        if by is not None:
            check_organiser(by, ladder.club_id)
        season = Season.objects.filter(pk=season_id).first()
        if season is None or season.ended_at or (by is None and season.ends_at > now):
            return False
        if by is not None and season.ends_at > now:
            check_off_ladder(
                ladder, by, gettext("You stand on this ladder. Ask an organiser who does not to end its season.")
            )
            if season.starts_at > now:
                season.delete()
                live.push_page(ladder)
                return True
        columns = [
            (division, list(division.rungs.order_by("position").values_list("user_id", flat=True)))
            for division in ladder.divisions.order_by("level")
        ]
        # A closed ladder keeps its order.
        moved = {} if ladder.closed_at else moves_between(columns, ladder.moves)
        _keep_table(season, columns, moved)
        if moved:
            _change_divisions(ladder, columns, moved, now)
        season.ended_at = now
        season.save(update_fields=["ended_at"])
        live.push_page(ladder)
        notify_season_over(season=season, now=now)
    return True


def moves_between(columns: Columns, moves: int) -> dict[int, str]:
    """The players who go up or down: the same number each way, and never more than a third of a division."""
    moved: dict[int, str] = {}
    for (_, upper), (_, lower) in pairwise(columns):
        count = min(moves, len(upper) // 3 or len(upper) // 2, len(lower) // 3 or len(lower) // 2)
        if count:
            moved |= dict.fromkeys(upper[-count:], Why.RELEGATED) | dict.fromkeys(lower[:count], Why.PROMOTED)
    return moved


def _keep_table(season: Season, columns: Columns, moved: dict[int, str]) -> None:
    ladder = season.ladder
    speed = speed_of(ladder)
    ratings = ratings_for(ladder.game, speed, [user for _, users in columns for user in users])
    SeasonPlace.objects.bulk_create(
        SeasonPlace(
            season=season,
            user_id=user,
            level=division.level,
            division=division.title,
            position=position,
            number=ratings[user].number if user in ratings else None,
            error=ratings[user].error if user in ratings else None,
            moved=moved.get(user, ""),
        )
        for division, users in columns
        for position, user in enumerate(users, start=1)
    )


def _change_divisions(ladder: Ladder, columns: Columns, moved: dict[int, str], now: datetime) -> None:
    """Put relegated players at the top of the division below, and promoted ones at the bottom of the one above."""
    places: dict[int, tuple[Division, int]] = {}
    for level, (division, users) in enumerate(columns):
        above = columns[level - 1][1] if level else []
        below = columns[level + 1][1] if level + 1 < len(columns) else []
        came_down = [user for user in above if moved.get(user) == Why.RELEGATED]
        came_up = [user for user in below if moved.get(user) == Why.PROMOTED]
        order = [*came_down, *(user for user in users if user not in moved), *came_up]
        places |= {user: (division, position) for position, user in enumerate(order, start=1)}
    whys = {user: moved.get(user, Why.MADE_ROOM) for user in places}
    set_rungs(ladder=ladder, places=places, whys=whys, now=now)
