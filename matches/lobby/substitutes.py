"""Substitutes: another player takes over a seat with its pieces and clock."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.selectors import selves
from accounts.models import User, UserKind
from foundation.errors import Forbidden, Refused, Stale
from foundation.live import push_access
from matches.activity.record import record_activity
from matches.audience import is_admitted
from matches.clocks.deadlines import ALWAYS, deadline
from matches.clocks.seat_clocks import extend_clock, extension_seconds, follow_hours_of, rhythms_of
from matches.insiders import knows_secrets
from matches.live import push_match
from matches.lobby.limits import refuse_unfit
from matches.lobby.tables import PEOPLE_ONLY, check_confirmed, is_for_people, is_kept_out
from matches.models import FormerHolder, Match, Seat
from matches.notices import reschedule_turns, withdraw_turns
from matches.rounds.locking import lock_match

NO_SEAT = gettext_lazy(
    "No seat at this table is free for you. Ask its players for the invitation link, or choose another table."
)
"""For private tables and for blocks alike, so that a block cannot be recognised."""
KNOWS = gettext_lazy("You or a bot account of yours know what others at this table may not. Choose another table.")


def offer_seat(*, match_id: int, user_id: int, number: int, wanted: bool, now: datetime) -> None:
    """Open a seat to a substitute, or close it. The holder may, and any player once a bot holds it.

    Raises `Match.DoesNotExist`, `Seat.DoesNotExist`, `Forbidden` and `Refused`.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        _refuse_unless_going_on(match)
        seat = match.seats.select_related("user").get(number=number)
        _refuse_offer(match, seat, user_id)
        if seat.substitute_wanted == wanted:
            return
        seat.substitute_wanted = wanted
        seat.save(update_fields=["substitute_wanted"])
        record_activity(match=match, kind="offered" if wanted else "offer_ended", seat=number, now=now)
        push_match(match)


def _refuse_unless_going_on(match: Match) -> None:
    if match.status not in Match.GOING_ON:
        raise Stale(
            "match_not_running", gettext("This match is not running. Load the table again to see it as it stands.")
        )


def _refuse_offer(match: Match, seat: Seat, user_id: int) -> None:
    if seat.user is None or seat.user.is_house or seat.resigned_at:
        raise Refused("no_substitute", gettext("This seat takes no substitute. Choose a seat that a person holds."))
    mine = seat.user_id == user_id
    if not mine and not (seat.stand_in and match.seats.filter(user_id=user_id).exists()):
        raise Forbidden(
            "not_your_seat", gettext("Only its player can open a seat, or another player while a bot plays it.")
        )


def take_over_seat(*, match_id: int, user: User, number: int, token: str, now: datetime) -> None:
    """Take over a seat that is open to a substitute. Raises `Match.DoesNotExist`, `Seat.DoesNotExist` and `Refused`."""
    with transaction.atomic():
        match = lock_match(match_id)
        _refuse_unless_going_on(match)
        seat = match.seats.select_related("user").get(number=number)
        _refuse_substitute(match, seat, user, token, now)
        hand_over_seat(match=match, seat=seat, user=user, now=now)


def hand_over_seat(*, match: Match, seat: Seat, user: User, now: datetime) -> None:
    """Give a seat of a locked, ongoing match to another player."""
    withdraw_turns(match=match, seats=[seat], now=now)
    if seat.user is not None:
        FormerHolder.objects.create(match=match, seat=seat, user=seat.user, left_at=now)
        push_access([seat.user.pk])
    # Spent excuses and words for the seed stay unchanged.
    seat.first_user = seat.first_user or seat.user
    seat.user = user
    seat.stand_in, seat.substitute_wanted, seat.pushed_from = "", False, None
    seat.turn_missed, seat.timeouts_in_row = False, 0
    changed = ["first_user", "user", "stand_in", "turn_missed", "timeouts_in_row", "substitute_wanted", "pushed_from"]
    seat.save(update_fields=changed)
    # A vote by the former holder does not count for the substitute.
    match.vote_agreed = [number for number in match.vote_agreed if number != seat.number]
    match.save(update_fields=["vote_agreed"])
    if seat.awaited and match.status == Match.Status.RUNNING:
        _renew_clock(match, seat, now)
    # It says later whose answer the open round has, if the former holder sealed one that may still be changed.
    sealed = seat.answers.filter(step=match.next_step).values_list("commitment", flat=True).first()
    record_activity(match=match, kind="substituted", seat=seat.number, now=now, commitment=sealed or "")
    push_match(match)


def _refuse_substitute(match: Match, seat: Seat, user: User, token: str, now: datetime) -> None:
    if not seat.substitute_wanted or seat.resigned_at:
        raise Stale("seat_not_free", gettext("This seat is no longer open. Reload the table."))
    if user.kind == UserKind.HOUSE or match.seats.filter(user=user).exists():
        raise Refused("already_seated", gettext("You already have a seat at this table."))
    check_confirmed(user, rated=match.rated)
    if knows_too_much(match, user, besides=seat):
        raise Forbidden("knows_too_much", KNOWS)
    if is_kept_out(match, user, besides=seat):
        raise Forbidden("no_seat_for_you", NO_SEAT)
    invited = match.is_invitation(token)
    if is_for_people(match, user) and not invited:
        raise Forbidden("people_only", PEOPLE_ONLY)
    if match.private and not invited and not is_admitted(match.pk, user.pk):
        raise Forbidden("no_seat_for_you", NO_SEAT)
    if not invited:
        refuse_unfit(match, user, now)


def knows_too_much(match: Match, user: User, *, besides: Seat) -> bool:
    """True if a user, with any of their accounts, holds or has held another seat here or has seen sealed data."""
    mine = selves(user)
    holds = match.seats.exclude(pk=besides.pk).filter(user__in=mine).exists()
    return holds or FormerHolder.objects.filter(match=match, user__in=mine).exists() or knows_secrets(match.pk, mine)


def _renew_clock(match: Match, seat: Seat, now: datetime) -> None:
    """Extend the time for the open answer, unless it was extended before or has more time left."""
    rhythm = rhythms_of(match, [seat], now).get(seat.number, ALWAYS)
    if not seat.extended and (seat.deadline is None or seat.deadline < deadline(now, extension_seconds(match), rhythm)):
        extend_clock(match, seat, rhythm, now)
    else:
        follow_hours_of(seat, rhythm, now)
    if not seat.answers.filter(step=match.next_step).exists():
        reschedule_turns(match=match, seats=[seat], now=now)
