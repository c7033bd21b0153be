"""Who has been idle on a ladder for so long that they sink, and where someone does."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import UserKind
from ladders.models import Challenge, ChallengeSeat, Ladder, Rung, RungChange
from ladders.vacations import possible_absence

IDLE_DAYS = 28
SINK_DAYS = 7
"""A player idle for `IDLE_DAYS` moves down one rung, and another one every so many days after that."""


def long_idle(now: datetime) -> Q:
    """The condition for the rungs of long-idle people, except those who are still playing. Some may be on vacation."""
    playing = ChallengeSeat.objects.filter(
        challenge__ladder=OuterRef("ladder"), challenge__state=Challenge.State.RUNNING, user=OuterRef("user")
    )
    # Challengers wait for the others, who must answer or lose their place.
    waiting = Challenge.objects.filter(
        ladder=OuterRef("ladder"), state=Challenge.State.OPEN, challenger=OuterRef("user")
    )
    long_ago = Q(active_at__lte=now - timedelta(days=IDLE_DAYS))
    return long_ago & ~Q(user__kind=UserKind.HOUSE) & ~Exists(playing) & ~Exists(waiting)


def made_room(now: datetime) -> QuerySet[RungChange]:
    """The moves of players who moved up within the week, as others moved."""
    return RungChange.objects.filter(why=RungChange.Why.MADE_ROOM, at__gt=now - timedelta(days=SINK_DAYS))


def ladders_to_sink_on(now: datetime) -> QuerySet[Ladder]:
    """The open ladders on which a player may sink: only vacations may still keep all of them up."""
    lately = made_room(now).filter(ladder=OuterRef("ladder"), user=OuterRef("user"))
    # The lowest player of a division has nobody below, and an idle one makes no room.
    below = Rung.objects.filter(
        ~long_idle(now) | Q(possible_absence(now)),
        ~Exists(lately),
        division=OuterRef("division"),
        position=OuterRef("position") + 1,
    )
    sinking = Rung.objects.filter(long_idle(now), Exists(below), ladder=OuterRef("pk"))
    return Ladder.objects.filter(Exists(sinking), closed_at=None)
