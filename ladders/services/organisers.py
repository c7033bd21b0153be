"""What organisers may do, and what they leave to others where they play themselves."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.models import User
from games.services.errors import Forbidden, Refused
from ladders.models import Entry, Ladder, Tournament

AHEAD_DAYS = 28
"""Who stands on a ladder announces ends of seasons and finals so far ahead that nobody knows who will stand where."""
STILL_IN = (Entry.State.IN, Entry.State.RESERVE)


def organiser_check(user: User) -> None:
    """Raise `Forbidden` unless a user may run ladders and tournaments."""
    if not user.has_perm("ladders.organise"):
        raise Forbidden(
            "not_an_organiser", "Only organisers can do this. Ask the operator of the site to make you one."
        )


def stands_on(ladder: Ladder | None, user: User) -> bool:
    """Whether a user has a rung of a ladder."""
    return ladder is not None and ladder.rungs.filter(user=user).exists()


def off_ladder_check(ladder: Ladder, by: User, what: str) -> None:
    """Raise `Forbidden` where an organiser stands on a ladder: its moment is not theirs to choose."""
    if stands_on(ladder, by):
        raise Forbidden("plays_in_it", f"You stand on this ladder. Ask an organiser who does not to {what}.")


def ahead_check(ladder: Ladder | None, by: User, at: datetime, now: datetime) -> None:
    """Raise `Refused` where an organiser fixes a moment for a ladder they stand on that is too near."""
    if stands_on(ladder, by) and at < now + timedelta(days=AHEAD_DAYS):
        raise Refused(
            "too_near",
            f"You stand on this ladder, so what you announce for it lies {AHEAD_DAYS} days ahead at least. "
            "Choose a later day, or ask an organiser who does not stand on it.",
        )


def starts_early_check(tournament: Tournament, by: User) -> None:
    """Raise `Forbidden` where an organiser would choose the moment at which their own tournament begins."""
    final = tournament.kind == Tournament.Kind.FINAL and stands_on(tournament.ladder, by)
    if final or tournament.entries.filter(user=by, state__in=STILL_IN).exists():
        raise Forbidden(
            "plays_in_it",
            "You play in this tournament, so it begins at its hour. Ask an organiser who does not to start it earlier.",
        )


def enters_others_check(tournament: Tournament, by: User) -> None:
    """Raise `Forbidden` where an organiser would choose who else plays in a tournament they have entered."""
    if tournament.entries.filter(user=by, state__in=STILL_IN).exists():
        raise Forbidden(
            "plays_in_it", "You have entered this tournament. Ask an organiser who has not to enter other players."
        )


def meets_check(by: User, players: Sequence[User]) -> None:
    """Raise `Forbidden` where an organiser may now come to a table with one of these players.

    At a table of two those whom others may not meet change nothing; at larger ones, and in the next round of a
    tournament that runs, they change whom the organiser meets.
    """
    running = Tournament.objects.filter(
        status=Tournament.Status.RUNNING, entries__user=by, entries__state__in=STILL_IN
    ).filter(entries__user__in=players)
    ladders = Ladder.objects.filter(closed_at=None, seats_to__gt=2, rungs__user=by).filter(rungs__user__in=players)
    among = running.first() or ladders.first()
    if among is not None:
        raise Forbidden(
            "own_table", f"You play with one of them in “{among}”. Ask an organiser who does not to note this pair."
        )
