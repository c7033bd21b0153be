"""A rematch: the same people, options, clock and manners, everyone one seat on."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games import push
from games.engine import options_of
from games.models import Match, Seat
from games.services.errors import Forbidden, Refused
from games.services.happenings import happened
from games.services.lobby import SeatWish, match_create
from games.services.rounds import match_locked
from games.terms import Clock, Manners, terms_of


def match_rematch(*, match_id: int, user: User, contribution: str, now: datetime, seed_token: str = "") -> Match:
    """Propose a rematch of a match that is over, or return the one that somebody has proposed.

    The seats are kept for their players, who accept by joining; bots sit down again. Raises
    `Match.DoesNotExist`, `Forbidden` and `Refused`.
    """
    with transaction.atomic():
        old = match_locked(match_id)
        seats = list(old.seats.select_related("user"))
        mine = next((seat for seat in seats if seat.user_id == user.pk), None)
        if mine is None:
            raise Forbidden("not_your_seat", "Only who played here can propose a rematch. Open a table of your own.")
        if not old.is_over:
            raise Refused("match_not_over", "A rematch can be proposed when the match is over.")
        found = rematch_of(old)
        return found or _proposed(old, seats, mine, user, contribution, seed_token, now)


def rematch_of(match: Match) -> Match | None:
    """The rematch that has been proposed, unless it was closed again."""
    return match.rematches.exclude(status=Match.Status.CALLED_OFF).order_by("-pk").first()


def _proposed(
    old: Match, seats: list[Seat], mine: Seat, user: User, contribution: str, seed_token: str, now: datetime
) -> Match:
    # Whoever sat second sits first, so that another begins.
    rotated = [*seats[1:], *seats[:1]]
    new = match_create(
        host=user,
        slug=old.game,
        options=options_of(old),
        seats=[_wish(seat) for seat in rotated if seat is not mine],
        clock=terms_of(old, Clock),
        manners=terms_of(old, Manners),
        contribution=contribution,
        now=now,
        seed_token=seed_token,
        host_seat=rotated.index(mine),
    )
    Match.objects.filter(pk=new.pk).update(rematch_of=old)
    happened(match=old, kind="rematch", seat=mine.number, table=new.pk, now=now)
    push.table_moved(old.pk, [seat.user_id for seat in seats if seat.user_id])
    return new


def _wish(seat: Seat) -> SeatWish:
    if seat.user is None:
        return SeatWish("open")
    if seat.user.is_house:
        return SeatWish("bot", seat.user.brain)
    return SeatWish("named", user=seat.user)
