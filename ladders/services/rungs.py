"""Moving rungs: under the lock of the ladder, each move with a row that says why."""

from collections.abc import Mapping, Sequence, Set
from datetime import datetime

from django.db.models import F, Max

from accounts.models import User
from ladders import push
from ladders.models import Challenge, Division, Ladder, Rung, RungChange

Why = RungChange.Why
Held = Mapping[int, tuple[Division, int]]
"""The rungs of some players, the highest first."""


def ladder_locked(ladder_id: int) -> Ladder:
    """Fetch a ladder and hold its lock until the transaction ends. Raises `Ladder.DoesNotExist`."""
    return Ladder.objects.select_for_update().get(pk=ladder_id)


def rungs_set(
    *,
    ladder: Ladder,
    places: Held,
    whys: Mapping[int, str],
    now: datetime,
    challenge: Challenge | None = None,
) -> None:
    """Put players of a locked ladder on other rungs, all together. `places` and `whys` are by user."""
    rungs = [rung for rung in ladder.rungs.filter(user__in=places) if _moves(rung, places[rung.user_id])]
    changes = []
    for rung in rungs:
        division, position = places[rung.user_id]
        why = whys[rung.user_id]
        changes.append(_change(rung, division, rung.position, position, why, now, challenge=challenge))
        rung.division, rung.position = division, position
    # By way of numbers below nought, which nobody has: no database checks a set of rungs only when all have moved.
    Rung.objects.filter(pk__in=[rung.pk for rung in rungs]).update(position=-F("pk"))
    Rung.objects.bulk_update(rungs, ["division", "position"])
    RungChange.objects.bulk_create(changes)
    push.moved(ladder)


def _moves(rung: Rung, place: tuple[Division, int]) -> bool:
    return (rung.division_id, rung.position) != (place[0].pk, place[1])


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
        came_from=_left_for(rung, division, why),
    )


def _left_for(rung: Rung, division: Division, why: str) -> Division | None:
    """The division that somebody leaves for another, where the cause does not tell."""
    told = why in (Why.PROMOTED, Why.RELEGATED) or rung.division_id == division.pk
    return None if told else rung.division


def rung_add(
    *, ladder: Ladder, division: Division, user: User, why: str, now: datetime, by: User | None = None
) -> Rung:
    """Put a player at the bottom of a division of a locked ladder."""
    lowest = division.rungs.aggregate(Max("position"))["position__max"] or 0
    rung = Rung.objects.create(
        ladder=ladder, division=division, user=user, position=lowest + 1, joined_at=now, active_at=now
    )
    _change(rung, division, None, rung.position, why, now, by=by).save()
    push.moved(ladder)
    return rung


def rung_remove(*, ladder: Ladder, rung: Rung, now: datetime) -> None:
    """Take a player off a locked ladder; those below close up."""
    below = list(rung.division.rungs.filter(position__gt=rung.position).order_by("position"))
    _change(rung, rung.division, rung.position, None, Why.LEFT, now).save()
    rung.delete()
    places = {other.user_id: (rung.division, other.position - 1) for other in below}
    rungs_set(ladder=ladder, places=places, whys=dict.fromkeys(places, Why.CLOSED_UP), now=now)


def rungs_dealt(
    *, ladder: Ladder, held: Held, order: Sequence[int], why: str, challenge: Challenge, now: datetime
) -> None:
    """Deal the rungs that players hold out to them again in this order, the highest first; all have a row."""
    places = dict(zip(order, held.values(), strict=True))
    rungs_set(ladder=ladder, places=places, whys=dict.fromkeys(places, why), now=now, challenge=challenge)
    kept = {user: place for user, place in held.items() if places[user] == place}
    rungs_kept(held=kept, why=why, challenge=challenge, now=now)


def rungs_kept(*, held: Held, why: str, challenge: Challenge, now: datetime) -> None:
    """Write down why a table moved these players of a locked ladder nowhere."""
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


def places_moved(*, ladder: Ladder, users: Set[int], why: str, challenge: Challenge, now: datetime) -> None:
    """Write down why players whose rungs do not move have other places in kept tables, though they may have left."""
    held = held_by(ladder, list(users), now)
    rungs_kept(held=held, why=why, challenge=challenge, now=now)
    lowest = ladder.divisions.order_by("level").last()
    RungChange.objects.bulk_create(
        RungChange(ladder=ladder, division=lowest, user_id=user, why=why, challenge=challenge, at=now)
        for user in sorted(users - held.keys())
    )


def rungs_of(division: Division, users: Sequence[int]) -> dict[int, int]:
    """The positions of those players who stand in a division."""
    return dict(division.rungs.filter(user__in=users).values_list("user_id", "position"))


def divisions_of(ladder: Ladder, users: Sequence[int]) -> list[tuple[Division, dict[int, int]]]:
    """Where these players stand now: each division that has some of them, with their positions by user."""
    found = [(division, rungs_of(division, users)) for division in ladder.divisions.all()]
    return [(division, rungs) for division, rungs in found if rungs]


def held_by(ladder: Ladder, users: Sequence[int], since: datetime) -> Held:
    """The rungs of those players who have stood on a ladder since then."""
    rungs = ladder.rungs.filter(user__in=users, joined_at__lte=since).select_related("division")
    return {rung.user_id: (rung.division, rung.position) for rung in rungs.order_by("division__level", "position")}
