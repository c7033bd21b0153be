"""Conflicts of interest: who may not act on a match or a player, whatever their permissions."""

from collections.abc import Collection

from django.db.models import Exists, Q
from django.utils.translation import gettext_lazy

from accounts.identity.selectors import selves, selves_of
from accounts.models import User
from clubs.models import Club, Membership, Role
from ladders.models import Entry, Ladder, Rung, Tournament
from matches.models import FormerHolder, Match, Seat

PLAYS = gettext_lazy("You play at this table, or have played. Ask another moderator.")
HOSTS = gettext_lazy("You opened this table or are invited to it. Ask another moderator.")
LADDER = gettext_lazy("This table counts on a ladder on which you stand. Ask another moderator.")
TOURNAMENT = gettext_lazy("This table belongs to a tournament that you have entered. Ask another moderator.")
ORGANISES = gettext_lazy("You organise the ladder or tournament that this table belongs to. Ask another moderator.")
CLUB = gettext_lazy("You belong to this club. Ask another moderator.")
SELF = gettext_lazy("This is about you. Ask another moderator.")
TOGETHER = gettext_lazy("You play with this player now, on a table, ladder or tournament. Ask another moderator.")


def interest_in(user: User, match: Match) -> str:
    """Why a user may not act on a match at all; empty if they may."""
    mine = selves(user)
    rungs, tables = Rung.objects.filter(user__in=mine), "all_rounds__tables__match"
    # All questions in one query: the desk asks them on each page.
    asked = Match.objects.filter(pk=match.pk).values_list(
        Exists(match.seats.filter(Q(user__in=mine) | Q(first_user__in=mine))),
        Exists(FormerHolder.objects.filter(match=match, user__in=mine)),
        Exists(match.seats.filter(invited__in=mine, user=None)),
        # In any division: promotion links them.
        Exists(rungs.filter(ladder__challenges__match=match)),
        Exists(rungs.filter(**{f"ladder__tournaments__{tables}": match})),
        Exists(Entry.objects.filter(**{"user__in": mine, f"tournament__{tables}": match})),
    )
    sits, sat, is_invited, climbs, climbed, entered = asked.get()
    if sits or sat:
        return str(PLAYS)
    if match.host_id in mine or is_invited:
        return str(HOSTS)
    if climbs or climbed:
        return str(LADDER)
    return str(TOURNAMENT) if entered else ""


def interest_in_club(user: User, club: Club) -> str:
    """Why a user may not act on a club; empty if they may."""
    return str(CLUB) if club.memberships.filter(user__in=selves(user)).exists() else ""


def organises(user: User, match: Match) -> str:
    """Why organisers may not decide anything in their own ladder or tournament or break its seals.

    They may do everything else: on a small site there may be no other moderator for its reports.
    """
    mine = selves(user)
    run = Club.objects.filter(memberships__in=Membership.objects.filter(user__in=mine).exclude(role=Role.MEMBER))
    ladders = Ladder.objects.filter(Q(opened_by__in=mine) | Q(club__in=run))
    counts = Q(challenges__match=match) | Q(tournaments__all_rounds__tables__match=match)
    made = Tournament.objects.filter(Q(made_by__in=mine) | Q(club__in=run), all_rounds__tables__match=match)
    asked = Match.objects.filter(pk=match.pk).values_list(Exists(made), Exists(ladders.filter(counts)))
    return str(ORGANISES) if any(asked.get()) else ""


def interest_about(user: User, subject: User) -> str:
    """Why a user may not act on a player; empty if they may.

    Anonymous matches are left out: a refusal would reveal who sits there.
    """
    return interests_about(user, [subject.pk])[subject.pk]


def interests_about(user: User, subjects: Collection[int]) -> dict[int, str]:
    """`interest_about` each of some players."""
    accounts = selves_of({user.pk, *subjects})
    mine, everyone = accounts[user.pk], set().union(*(accounts[subject] for subject in subjects))
    running = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PAUSED)
    tables = Seat.objects.filter(user__in=mine, match__status__in=running, match__anonymous=False).values("match")
    rungs = Rung.objects.filter(user__in=mine).values("division")
    cups = Entry.objects.filter(user__in=mine, tournament__status=Tournament.Status.RUNNING).values("tournament")
    together = (
        Seat.objects.filter(user__in=everyone, match__in=tables),
        Rung.objects.filter(user__in=everyone, division__in=rungs),
        Entry.objects.filter(user__in=everyone, tournament__in=cups),
    )
    seats, *others = [rows.order_by().values_list("user") for rows in together]
    met = {account for (account,) in seats.union(*others)}
    return {
        subject: str(SELF if mine & accounts[subject] else TOGETHER if met & accounts[subject] else "")
        for subject in subjects
    }
