"""What a club's ladders and tournaments follow: members who leave, and the end of the club."""

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.selectors import selves, selves_of
from accounts.models import User
from clubs.models import Club
from foundation.errors import Forbidden
from ladders import live
from ladders.models import Entry, Ladder, Rung, StandingChange, Tournament
from ladders.services.challenges import drop_challenges
from ladders.services.news import withdraw_club_news
from ladders.services.organisers import STILL_IN, gains_by_its_end, stands_on
from ladders.services.rungs import lock_ladder, remove_rung
from ladders.services.tournaments import leave_standings, lock_tournament

ON_LADDER = gettext_lazy(
    "You both stand on “{ladder}”. Leave removing them to someone else who runs the club, or leave the ladder first."
)
IN_CUP = gettext_lazy("You both entered “{tournament}”. Leave removing them to someone else who runs the club.")


def rivals_in(club: Club, by: User) -> dict[int, str]:
    """Return why someone may not remove those whom they would put off a ladder or out of a tournament of their own.

    Before a tournament begins, withdrawing does not help: they could enter again after the removal.
    """
    mine = selves(by)
    back = Q(entries__state=Entry.State.WITHDRAWN, status=Tournament.Status.ANNOUNCED)
    cups = club.tournaments.filter(
        Q(entries__state__in=STILL_IN) | back, status__in=Tournament.GOING_ON, entries__user__in=mine
    )
    entries = Entry.objects.filter(tournament__in=cups, state__in=STILL_IN)
    rungs = Rung.objects.filter(ladder__in=club.ladders.filter(closed_at=None, rungs__user__in=mine))
    found = {user: IN_CUP.format(tournament=title) for user, title in entries.values_list("user", "tournament__title")}
    found |= {user: ON_LADDER.format(ladder=title) for user, title in rungs.values_list("user", "ladder__title")}
    return {one: found[user] for user, same in selves_of(found).items() for one in same}


def check_closing(club: Club, by: User) -> None:
    """Raise `Forbidden` if an owner would close a ladder that they stand on, or call off what they play in."""
    mine = selves(by)
    ladders = (ladder for ladder in club.ladders.filter(closed_at=None) if stands_on(ladder, mine))
    cups = (cup for cup in club.tournaments.filter(status__in=Tournament.GOING_ON) if gains_by_its_end(cup, mine))
    for ladder in ladders:
        raise Forbidden(
            "plays_in_it",
            gettext("You stand on “{ladder}”. Leave it first, or hand the club over.").format(ladder=ladder),
        )
    for cup in cups:
        raise Forbidden(
            "plays_in_it",
            gettext("You play in “{tournament}”. Wait for its end, or hand the club over.").format(tournament=cup),
        )


def take_out(club: Club, user: User, now: datetime) -> None:
    """Take a member who has left a locked club off its ladders and out of its tournaments.

    Their open challenges lapse without a loss; tables that are being played go on with them to the end.
    """
    withdraw_club_news(club=club, user=user, now=now)
    for number in club.ladders.filter(rungs__user=user).order_by("pk").values_list("pk", flat=True):
        ladder = lock_ladder(number)
        drop_challenges(ladder=ladder, now=now, of=user)
        remove_rung(ladder=ladder, rung=ladder.rungs.select_related("division").get(user=user), now=now)
    entered: dict[str, Any] = {"entries__user": user, "entries__state__in": STILL_IN}
    cups = club.tournaments.filter(status__in=Tournament.GOING_ON, **entered)
    for number in cups.order_by("pk").values_list("pk", flat=True):
        tournament = lock_tournament(number)
        entry = tournament.entries.filter(user=user, state__in=STILL_IN).first()
        if entry is not None and tournament.status in Tournament.GOING_ON:
            leave_standings(entry=entry, why=StandingChange.Why.LEFT_CLUB, now=now)


def close_with(club: Club, now: datetime) -> None:
    """Close the ladders of a locked club that is closed, and call its tournaments off."""
    for number in club.ladders.filter(closed_at=None).order_by("pk").values_list("pk", flat=True):
        ladder = lock_ladder(number)
        drop_challenges(ladder=ladder, now=now)
        Ladder.objects.filter(pk=number).update(closed_at=now)
        live.push_page(ladder)
    for number in club.tournaments.filter(status__in=Tournament.GOING_ON).order_by("pk").values_list("pk", flat=True):
        tournament = lock_tournament(number)
        tournament.status, tournament.ended_at = Tournament.Status.CALLED_OFF, now
        tournament.save(update_fields=["status", "ended_at"])
        live.push_page(tournament)


def open_with(club: Club, closed_at: datetime) -> None:
    """Open the ladders again that closed with their club. Its tournaments stay called off."""
    club.ladders.filter(closed_at=closed_at).update(closed_at=None)
