"""Moving rungs: under the ladder's lock, each move with a row that records the cause."""

from collections.abc import Mapping, Sequence, Set
from datetime import datetime

from django.db.models import F, Max

from accounts.models import User
from ladders import live
from ladders.models import Challenge, Division, Ladder, Rung, RungChange

Why = RungChange.Why
Held = Mapping[int, tuple[Division, int]]
"""The rungs of some players, the highest first."""


def lock_ladder(ladder_id: int) -> Ladder:
    """Fetch a ladder and lock it until the transaction ends. Raises `Ladder.DoesNotExist`."""
    return Ladder.objects.select_for_update().get(pk=ladder_id)


def set_rungs(
    *,
    ladder: Ladder,
    places: Held,
    whys: Mapping[int, str],
    now: datetime,
    challenge: Challenge | None = None,
) -> None:
    """Move players of a locked ladder to other rungs at once. `places` and `whys` are keyed by user."""
    rungs, changes = [], []
    for rung in ladder.rungs.filter(user__in=places):
        division, position = places[rung.user_id]
        if (rung.division_id, rung.position) == (division.pk, position):
            continue
        why = whys[rung.user_id]
        changes.append(_change(rung, division, rung.position, position, why, now, challenge=challenge))
        rung.division, rung.position = division, position
        rungs.append(rung)
    # Through negative numbers, which are always free: the unique constraint is checked row by row.
    Rung.objects.filter(pk__in=[rung.pk for rung in rungs]).update(position=-F("pk"))
    Rung.objects.bulk_update(rungs, ["division", "position"])
    RungChange.objects.bulk_create(changes)
    live.push_page(ladder)


def _change(
    rung: Rung,
    division: Division,
    before: int | None,
    after: int | None,
    why: str,
    now: datetime,
    *,
    challenge: Challenge | None = None,
    by: User | None = None,
) -> RungChange:
    # The division a player leaves for another is noted, unless the cause implies it.
    known = why in (Why.PROMOTED, Why.RELEGATED) or rung.division_id == division.pk
    return RungChange(
        ladder_id=rung.ladder_id,
        division=division,
        user_id=rung.user_id,
        before=before,
        after=after,
        why=why,
        challenge=challenge,
        by=by,
        at=now,
        came_from=None if known else rung.division,
    )


def add_rung(
    *, ladder: Ladder, division: Division, user: User, why: str, now: datetime, by: User | None = None
) -> Rung:
    """Add a player at the bottom of a division of a locked ladder."""
    lowest = division.rungs.aggregate(Max("position"))["position__max"] or 0
    rung = Rung.objects.create(
        ladder=ladder, division=division, user=user, position=lowest + 1, joined_at=now, active_at=now
    )
    _change(rung, division, None, rung.position, why, now, by=by).save()
    live.push_page(ladder)
    return rung


def remove_rung(*, ladder: Ladder, rung: Rung, now: datetime) -> None:
    """Take a player off a locked ladder; those below close up."""
    below = list(rung.division.rungs.filter(position__gt=rung.position).order_by("position"))
    _change(rung, rung.division, rung.position, None, Why.LEFT, now).save()
    rung.delete()
    places = {other.user_id: (rung.division, other.position - 1) for other in below}
    set_rungs(ladder=ladder, places=places, whys=dict.fromkeys(places, Why.CLOSED_UP), now=now)


def deal_rungs(
    *, ladder: Ladder, held: Held, order: Sequence[int], why: str, challenge: Challenge, now: datetime
) -> None:
    """Deal out the rungs that players hold in this order, the highest first; every player gets a row."""
    places = dict(zip(order, held.values(), strict=True))
    set_rungs(ladder=ladder, places=places, whys=dict.fromkeys(places, why), now=now, challenge=challenge)
    kept = {user: place for user, place in held.items() if places[user] == place}
    record_kept_rungs(held=kept, why=why, challenge=challenge, now=now)


def record_kept_rungs(*, held: Held, why: str, challenge: Challenge, now: datetime) -> None:
    """Record why a table did not move these players of a locked ladder."""
    RungChange.objects.bulk_create(
        RungChange(
            ladder_id=division.ladder_id,
            division=division,
            user_id=user,
            before=position,
            after=position,
            why=why,
            challenge=challenge,
            at=now,
        )
        for user, (division, position) in held.items()
    )


def move_places(*, ladder: Ladder, users: Set[int], why: str, challenge: Challenge, now: datetime) -> None:
    """Record why players' places in kept tables changed though their rungs do not move; they may have left."""
    held = held_by(ladder, list(users), now)
    record_kept_rungs(held=held, why=why, challenge=challenge, now=now)
    lowest = ladder.divisions.order_by("level").last()
    RungChange.objects.bulk_create(
        RungChange(ladder=ladder, division=lowest, user_id=user, why=why, challenge=challenge, at=now)
        for user in sorted(users - held.keys())
    )


def rungs_of(division: Division, users: Sequence[int]) -> dict[int, int]:
    """The positions of those players who are in a division."""
    return dict(division.rungs.filter(user__in=users).values_list("user_id", "position"))


def divisions_of(ladder: Ladder, users: Sequence[int]) -> list[tuple[Division, dict[int, int]]]:
    """The divisions in which these players stand now, with their positions by user."""
    found = [(division, rungs_of(division, users)) for division in ladder.divisions.all()]
    return [(division, rungs) for division, rungs in found if rungs]


def held_by(ladder: Ladder, users: Sequence[int], since: datetime) -> Held:
    """The rungs of those players who have been on a ladder since then."""
    rungs = ladder.rungs.filter(user__in=users, joined_at__lte=since).select_related("division")
    return {rung.user_id: (rung.division, rung.position) for rung in rungs.order_by("division__level", "position")}
