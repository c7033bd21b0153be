"""What a club's ladders and tournaments follow: members who leave, and the end of the club."""

from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts.identity.selectors import selves
from accounts.models import User
from clubs.models import Club
from foundation.errors import Forbidden
from ladders import push
from ladders.models import Entry, Ladder, StandingChange, Tournament
from ladders.services.challenges import drop_challenges
from ladders.services.organisers import GOING_ON, STILL_IN, gains_by_its_end, stands_on
from ladders.services.rungs import lock_ladder, remove_rung
from ladders.services.tournaments import leave_standings, lock_tournament


def check_removal(club: Club, user: User, by: User) -> None:
    """Raise `Forbidden` if someone would put a player off a ladder or out of a tournament that they are in themselves.

    Before a tournament begins, withdrawing does not help: they could enter again after the removal.
    """
    mine, theirs = selves(by), selves(user)
    ladders = club.ladders.filter(closed_at=None, rungs__user__in=mine).filter(rungs__user__in=theirs)
    for ladder in ladders:
        raise Forbidden(
            "plays_in_it",
            f"You both stand on “{ladder}”. Leave this to someone else who runs the club, or leave the ladder first.",
        )
    back = Q(entries__state=Entry.State.WITHDRAWN, status=Tournament.Status.ANNOUNCED)
    cups = club.tournaments.filter(Q(entries__state__in=STILL_IN) | back, status__in=GOING_ON, entries__user__in=mine)
    for cup in cups.filter(entries__user__in=theirs, entries__state__in=STILL_IN):
        raise Forbidden("plays_in_it", f"You both entered “{cup}”. Leave this to someone else who runs the club.")


def check_closing(club: Club, by: User) -> None:
    """Raise `Forbidden` if an owner would close a ladder that they stand on, or call off what they play in."""
    ladders = (ladder for ladder in club.ladders.filter(closed_at=None) if stands_on(ladder, by))
    cups = (cup for cup in club.tournaments.filter(status__in=GOING_ON) if gains_by_its_end(cup, by))
    for ladder in ladders:
        raise Forbidden("plays_in_it", f"You stand on “{ladder}”. Leave it first, or hand the club over.")
    for cup in cups:
        raise Forbidden("plays_in_it", f"You play in “{cup}”. Wait for its end, or hand the club over.")


def take_out(club: Club, user: User, now: datetime) -> None:
    """Take a member who has left a locked club off its ladders and out of its tournaments.

    Their open challenges lapse without a loss; tables that are being played go on with them to the end.
    """
    for number in club.ladders.filter(rungs__user=user).order_by("pk").values_list("pk", flat=True):
        ladder = lock_ladder(number)
        drop_challenges(ladder=ladder, now=now, of=user)
        remove_rung(ladder=ladder, rung=ladder.rungs.select_related("division").get(user=user), now=now)
    entered: dict[str, Any] = {"entries__user": user, "entries__state__in": STILL_IN}
    for number in club.tournaments.filter(status__in=GOING_ON, **entered).order_by("pk").values_list("pk", flat=True):
        tournament = lock_tournament(number)
        entry = tournament.entries.filter(user=user, state__in=STILL_IN).first()
        if entry is not None and tournament.status in GOING_ON:
            leave_standings(entry=entry, why=StandingChange.Why.LEFT_CLUB, now=now)


def close_with(club: Club, now: datetime) -> None:
    """Close the ladders of a locked club that is closed, and call its tournaments off."""
    for number in club.ladders.filter(closed_at=None).order_by("pk").values_list("pk", flat=True):
        ladder = lock_ladder(number)
        drop_challenges(ladder=ladder, now=now)
        Ladder.objects.filter(pk=number).update(closed_at=now)
        push.push_page(ladder)
    for number in club.tournaments.filter(status__in=GOING_ON).order_by("pk").values_list("pk", flat=True):
        tournament = lock_tournament(number)
        tournament.status, tournament.ended_at = Tournament.Status.CALLED_OFF, now
        tournament.save(update_fields=["status", "ended_at"])
        push.push_page(tournament)


def open_with(club: Club, closed_at: datetime) -> None:
    """Open the ladders again that closed with their club. Its tournaments stay called off."""
    club.ladders.filter(closed_at=closed_at).update(closed_at=None)
