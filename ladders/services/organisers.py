"""What organisers may do, and what they leave to others where they play themselves."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import Q

from accounts.models import User
from accounts.selectors import selves
from games.services.errors import Forbidden, Refused
from ladders.models import Apart, Entry, Ladder, Tournament

AHEAD_DAYS = 28
"""Who stands on a ladder announces ends of seasons and finals so far ahead that nobody knows who will stand where."""
STILL_IN = (Entry.State.IN, Entry.State.RESERVE)


def organiser_check(user: User) -> None:
    """Raise `Forbidden` unless a user may run ladders and tournaments."""
    if not user.has_perm("ladders.organise"):
        raise Forbidden(
            "not_an_organiser", "Only organisers can do this. Ask the operator of the site to make you one."
        )


def stands_on(ladder: Ladder | None, user: User | None) -> bool:
    """Whether a user, or a program of theirs, has a rung of a ladder."""
    return ladder is not None and user is not None and ladder.rungs.filter(user__in=selves(user)).exists()


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
    if _stands_in_final(tournament, by) or tournament.entries.filter(user__in=selves(by), state__in=STILL_IN).exists():
        raise Forbidden(
            "plays_in_it",
            "You play in this tournament, so it begins at its hour. Ask an organiser who does not to start it earlier.",
        )


def calls_off_check(tournament: Tournament, by: User) -> None:
    """Raise `Forbidden` where a tournament may go badly for the organiser, or they would choose a final's moment."""
    plays = tournament.status == Tournament.Status.RUNNING and tournament.entries.filter(user__in=selves(by)).exists()
    if plays or (tournament.status == Tournament.Status.ANNOUNCED and _stands_in_final(tournament, by)):
        raise Forbidden("plays_in_it", "You play in this tournament. Ask an organiser who does not to call it off.")


def _stands_in_final(tournament: Tournament, by: User) -> bool:
    return tournament.kind == Tournament.Kind.FINAL and stands_on(tournament.ladder, by)


def takes_bots(tournament: Tournament) -> bool:
    """Whether those who have entered do not fill one table yet: whoever plays may fill it with players of the house.

    At one table all meet all, so no bot is worth a bye or an easier opponent to anyone.
    """
    waits = tournament.status == Tournament.Status.ANNOUNCED and tournament.kind != Tournament.Kind.FINAL
    return waits and tournament.entries.filter(state=Entry.State.IN).count() < tournament.seats


def enters_others_check(tournament: Tournament, by: User) -> None:
    """Raise `Forbidden` where an organiser would choose who else plays in a tournament they have entered.

    Before it begins, withdrawing changes nothing: they might enter again after the others.
    """
    back = Q(state=Entry.State.WITHDRAWN) if tournament.status == Tournament.Status.ANNOUNCED else Q()
    if tournament.entries.filter(Q(state__in=STILL_IN) | back, user__in=selves(by)).exists():
        raise Forbidden(
            "plays_in_it",
            "You entered this tournament. Ask an organiser who did not to enter other players.",
        )


def noted_pair_check(user: User, players: Iterable[int]) -> None:
    """Raise `Forbidden` where someone would come among two whom they keep apart: their pair would not count there."""
    among = set(players)
    if Apart.objects.filter(made_by__in=selves(user), one__in=among, other__in=among).exists():
        raise Forbidden(
            "own_pair_plays",
            "You noted that two who play here are kept apart, which is not for who meets them. "
            "Ask another organiser to take the pair back and note it again; then come in.",
        )


def meets_check(by: User, players: Sequence[User]) -> None:
    """Raise `Forbidden` where an organiser may come to a table with one of these players.

    Whom others may not meet, or not challenge, changes whom the organiser meets.
    """
    mine = selves(by)
    cups = Tournament.objects.filter(
        status__in=(Tournament.Status.ANNOUNCED, Tournament.Status.RUNNING),
        entries__user__in=mine,
        entries__state__in=STILL_IN,
    ).filter(entries__user__in=players)
    # A final is entered from the ladder as it begins, also from one that is closed.
    to_come = Tournament.objects.filter(kind=Tournament.Kind.FINAL, status=Tournament.Status.ANNOUNCED)
    plays = Q(closed_at=None) | Q(tournaments__in=to_come)
    ladders = Ladder.objects.filter(plays, rungs__user__in=mine).filter(rungs__user__in=players)
    among = cups.first() or ladders.first()
    if among is not None:
        raise Forbidden(
            "own_table", f"You play with one of them in “{among}”. Ask an organiser who does not to note this pair."
        )
