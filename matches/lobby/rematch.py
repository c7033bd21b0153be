"""Rematches: the same players, options, time control and settings, with everyone one seat further on."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from accounts.identity.blocks import blocked_by
from accounts.models import User
from engine.table_settings import TableSettings, TimeControl, fixed_of
from foundation.errors import Forbidden, Refused
from matches import live
from matches.activity.record import record_activity
from matches.audience import is_admitted
from matches.clocks.thinking_time import sharp_seconds_at
from matches.lobby.tables import SeatSpec, check_confirmed, create_match
from matches.log.states import options_of
from matches.models import Match, Seat
from matches.rounds.locking import lock_match
from matches.signals import rematch_opened


def propose_rematch(*, match_id: int, user: User, contribution: str, now: datetime, seed_token: str = "") -> Match:
    """Propose a rematch of a finished match, or return the one already proposed.

    The seats are reserved for their players, who accept by joining; bots take their seats again. Raises
    `Match.DoesNotExist`, `Forbidden` and `Refused`.
    """
    with transaction.atomic():
        old = lock_match(match_id)
        seats = list(old.seats.select_related("user"))
        mine = next((seat for seat in seats if seat.user_id == user.pk), None)
        if mine is None:
            raise Forbidden(
                "not_your_seat", gettext("Only players of this match can propose a rematch. Open a table of your own.")
            )
        if not old.is_over:
            raise Refused("match_not_over", gettext("A rematch can be proposed when the match is over."))
        _check_member(old, user)
        found = rematch_of(old)
        return found or _create_rematch(old, seats, mine, user, contribution, seed_token, now)


def check_may_rematch(old: Match, user: User) -> None:
    """Raise `Refused` if a player of a match may not propose its rematch for a reason of their own."""
    _check_member(old, user)
    check_confirmed(user, rated=old.rated)
    if old.names_hidden:
        return
    blocked = blocked_by(user_id=user.pk)
    for seat in old.seats.select_related("user"):
        kept_for = _seat_spec(seat, old).user
        if kept_for is not None and kept_for.pk in blocked:
            raise Refused(
                "blocked_by_you",
                gettext("You have blocked {name}. Lift the block to propose a rematch.").format(
                    name=kept_for.display_name
                ),
            )


def _check_member(old: Match, user: User) -> None:
    if old.members_only and not is_admitted(old.pk, user.pk):
        raise Forbidden("members_only", gettext("Only members play again at this table. Open a table of your own."))


def rematch_of(match: Match) -> Match | None:
    """Return the open or played rematch of a match, if there is one."""
    return match.rematches.exclude(status=Match.Status.CALLED_OFF).order_by("-pk").first()


def _create_rematch(
    old: Match, seats: list[Seat], mine: Seat, user: User, contribution: str, seed_token: str, now: datetime
) -> Match:
    # The second seat moves to the front, so that another player begins.
    rotated = [*seats[1:], *seats[:1]]
    new = create_match(
        host=user,
        slug=old.game,
        options=options_of(old),
        seats=[_seat_spec(seat, old) for seat in rotated if seat is not mine],
        time_control=fixed_of(old, TimeControl),
        table_settings=replace(fixed_of(old, TableSettings), sharp_seconds=sharp_seconds_at(old)),
        contribution=contribution,
        now=now,
        seed_token=seed_token,
        host_seat=rotated.index(mine),
        members_only=old.members_only,
    )
    rematch_opened.send(Match, old=old, new=new)
    Match.objects.filter(pk=new.pk).update(rematch_of=old)
    record_activity(match=old, kind="rematch", seat=mine.number, table=new.pk, now=now)
    live.push_table(old.pk, [seat.user_id for seat in seats if seat.user_id])
    return new


def _seat_spec(seat: Seat, old: Match) -> SeatSpec:
    if seat.user is None:
        return SeatSpec("open")
    if seat.user.is_house:
        return SeatSpec("bot", seat.user.brain)
    if old.members_only and not is_admitted(old.pk, seat.user.pk):
        return SeatSpec("open")
    return SeatSpec("named", user=seat.user)
