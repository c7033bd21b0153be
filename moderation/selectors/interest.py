"""Conflicts of interest: who may not act on a match or a player, whatever their permissions."""

from collections.abc import Iterable

from django.db.models import Q

from accounts.identity.selectors import selves
from accounts.models import User
from ladders.models import Entry, Ladder, Rung, Tournament
from matches.models import FormerHolder, Match, Seat

PLAYS = "You play at this table, or have played. Ask another moderator."
HOSTS = "You opened this table or are invited to it. Ask another moderator."
LADDER = "This table counts on a ladder on which you stand. Ask another moderator."
TOURNAMENT = "This table belongs to a tournament that you have entered. Ask another moderator."
ORGANISES = "You organise the ladder or tournament that this table belongs to. Ask another moderator."
SELF = "This is about you. Ask another moderator."
TOGETHER = "You play with this player now, on a table, ladder or tournament. Ask another moderator."


def interest_in(user: User, match: Match) -> str:
    """Why a user may not act on a match at all; empty if they may."""
    mine = selves(user)
    if _plays(mine, match):
        return PLAYS
    if match.host_id in mine or match.seats.filter(invited__in=mine, user=None).exists():
        return HOSTS
    if _on_its_ladder(mine, match):
        return LADDER
    if _in_its_tournament(mine, match):
        return TOURNAMENT
    return ""


def _plays(mine: Iterable[int], match: Match) -> bool:
    sits = match.seats.filter(Q(user__in=mine) | Q(first_user__in=mine)).exists()
    return sits or FormerHolder.objects.filter(match=match, user__in=mine).exists()


def _on_its_ladder(mine: Iterable[int], match: Match) -> bool:
    """Return True if one of the accounts stands on the ladder, in any division: promotion links them."""
    counts = Rung.objects.filter(user__in=mine, ladder__challenges__match=match)
    final = Rung.objects.filter(user__in=mine, ladder__tournaments__all_rounds__tables__match=match)
    return counts.exists() or final.exists()


def _in_its_tournament(mine: Iterable[int], match: Match) -> bool:
    return Entry.objects.filter(user__in=mine, tournament__all_rounds__tables__match=match).exists()


def organises(user: User, match: Match) -> str:
    """Why organisers may not decide anything in their own ladder or tournament or break its seals.

    They may do everything else: on a small site there may be no other moderator for its reports.
    """
    mine = selves(user)
    ladders = Ladder.objects.filter(opened_by__in=mine)
    counts = Q(challenges__match=match) | Q(tournaments__all_rounds__tables__match=match)
    made = Tournament.objects.filter(made_by__in=mine, all_rounds__tables__match=match)
    return ORGANISES if made.exists() or ladders.filter(counts).exists() else ""


def interest_about(user: User, subject: User) -> str:
    """Why a user may not act on a player; empty if they may.

    Anonymous matches are left out: a refusal would reveal who sits there.
    """
    mine, theirs = selves(user), selves(subject)
    if mine & theirs:
        return SELF
    running = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PAUSED)
    tables = Seat.objects.filter(user__in=mine, match__status__in=running, match__anonymous=False).values("match")
    rungs = Rung.objects.filter(user__in=mine).values("division")
    cups = Entry.objects.filter(user__in=mine, tournament__status=Tournament.Status.RUNNING).values("tournament")
    together = (
        Seat.objects.filter(user__in=theirs, match__in=tables).exists()
        or Rung.objects.filter(user__in=theirs, division__in=rungs).exists()
        or Entry.objects.filter(user__in=theirs, tournament__in=cups).exists()
    )
    return TOGETHER if together else ""
