"""Moving rungs: under the lock of the ladder, each move with a row that says why."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import F, Max

from accounts.models import User
from ladders import push
from ladders.models import Challenge, Division, Ladder, Rung, RungChange

Why = RungChange.Why


def ladder_locked(ladder_id: int) -> Ladder:
    """Fetch a ladder and hold its lock until the transaction ends. Raises `Ladder.DoesNotExist`."""
    return Ladder.objects.select_for_update().get(pk=ladder_id)


def rungs_set(
    *,
    ladder: Ladder,
    places: Mapping[int, tuple[Division, int]],
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
    )


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
    *, ladder: Ladder, division: Division, after: Mapping[int, int], why: str, challenge: Challenge, now: datetime
) -> None:
    """Write down the rungs that a table dealt out again, also for those who keep theirs."""
    stood = rungs_of(division, list(after))
    places = {user: (division, position) for user, position in after.items()}
    rungs_set(ladder=ladder, places=places, whys=dict.fromkeys(places, why), now=now, challenge=challenge)
    rungs_kept(
        division=division,
        rungs={user: position for user, position in stood.items() if after[user] == position},
        why=why,
        challenge=challenge,
        now=now,
    )


def rungs_kept(*, division: Division, rungs: Mapping[int, int], why: str, challenge: Challenge, now: datetime) -> None:
    """Write down why a table moved these players of a locked ladder nowhere. `rungs` are positions by user."""
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
        for user, position in rungs.items()
    )


def rungs_of(division: Division, users: Sequence[int]) -> dict[int, int]:
    """The positions of those players who stand in a division."""
    return dict(division.rungs.filter(user__in=users).values_list("user_id", "position"))


def divisions_of(ladder: Ladder, users: Sequence[int]) -> list[tuple[Division, dict[int, int]]]:
    """Where these players stand now: each division that has some of them, with their positions by user."""
    found = [(division, rungs_of(division, users)) for division in ladder.divisions.all()]
    return [(division, rungs) for division, rungs in found if rungs]
