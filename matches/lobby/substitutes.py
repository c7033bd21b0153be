"""Substitutes: somebody else takes a seat over, with what it holds and on the time it has."""

import secrets
from datetime import datetime

from django.db import transaction

from accounts.models import Kind, User
from accounts.selectors import selves
from games import push
from games.clocks import ALWAYS, deadline
from games.insiders import knows_secrets
from games.models import FormerHolder, Match, Seat
from games.services.clocks import clock_extend, clock_follow, extension_seconds, rhythms_of
from games.services.errors import Forbidden, Refused, Stale
from games.services.happenings import happened
from games.services.lobby import PEOPLE_ONLY, is_for_people, is_kept_out
from games.services.notices import seats_done, seats_retold
from games.services.rounds import match_locked

GOING_ON = (Match.Status.RUNNING, Match.Status.PAUSED)
NO_SEAT = "No seat at this table is free for you. Ask its players for the invitation link, or choose another table."
"""For private tables and for blocks alike: the sentence must not tell one from the other."""
KNOWS = "You or a program of yours know what others at this table may not. Choose another table."


def seat_offer(*, match_id: int, user_id: int, number: int, wanted: bool, now: datetime) -> None:
    """Open a seat to a substitute, or close it again: its holder may, and once a bot holds it, any player.

    Raises `Match.DoesNotExist`, `Seat.DoesNotExist`, `Forbidden` and `Refused`.
    """
    with transaction.atomic():
        match = match_locked(match_id)
        _refuse_unless_going_on(match)
        seat = match.seats.select_related("user").get(number=number)
        _refuse_offer(match, seat, user_id)
        if seat.substitute_wanted == wanted:
            return
        seat.substitute_wanted = wanted
        seat.save(update_fields=["substitute_wanted"])
        happened(match=match, kind="offered" if wanted else "offer_ended", seat=number, now=now)
        _told(match)


def _refuse_unless_going_on(match: Match) -> None:
    if match.status not in GOING_ON:
        raise Stale("match_not_running", "This match is not running. Load the table again to see it as it stands.")


def _refuse_offer(match: Match, seat: Seat, user_id: int) -> None:
    if seat.user is None or seat.user.is_house or seat.resigned_at:
        raise Refused("no_substitute", "This seat takes no substitute.")
    mine = seat.user_id == user_id
    if not mine and not (seat.stand_in and match.seats.filter(user_id=user_id).exists()):
        raise Forbidden("not_your_seat", "Only who holds a seat can open it, or another player while a bot plays it.")


def seat_substitute(*, match_id: int, user: User, number: int, token: str, now: datetime) -> None:
    """Take over a seat that is open to a substitute. Raises `Match.DoesNotExist`, `Seat.DoesNotExist` and `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        _refuse_unless_going_on(match)
        seat = match.seats.select_related("user").get(number=number)
        _refuse_substitute(match, seat, user, token)
        seat_hand_over(match=match, seat=seat, user=user, now=now)


def seat_hand_over(*, match: Match, seat: Seat, user: User, now: datetime) -> None:
    """Put somebody else in a seat of a locked match that goes on."""
    seats_done(match=match, seats=[seat], now=now)
    _hand_over(match, seat, user, now)
    if seat.awaited and match.status == Match.Status.RUNNING:
        _fresh_clock(match, seat, now)
    happened(match=match, kind="substituted", seat=seat.number, now=now)
    _told(match)


def _refuse_substitute(match: Match, seat: Seat, user: User, token: str) -> None:
    if not seat.substitute_wanted or seat.resigned_at:
        raise Stale("seat_not_free", "This seat is not open any more. Load the table again to see it as it stands.")
    if user.kind == Kind.HOUSE or match.seats.filter(user=user).exists():
        raise Refused("already_seated", "You already have a seat at this table.")
    if knows_too_much(match, user):
        raise Forbidden("knows_too_much", KNOWS)
    if is_kept_out(match, user, besides=seat):
        raise Forbidden("no_seat_for_you", NO_SEAT)
    invited = secrets.compare_digest(token.encode(), match.invite_token.encode())
    if is_for_people(match, user) and not invited:
        raise Forbidden("people_only", PEOPLE_ONLY)
    if match.private and not invited:
        raise Forbidden("no_seat_for_you", NO_SEAT)


def knows_too_much(match: Match, user: User) -> bool:
    """Whether a user, by whatever account, has held a seat here or looked at what is sealed."""
    mine = selves(user)
    return FormerHolder.objects.filter(match=match, user__in=mine).exists() or knows_secrets(match.pk, mine)


def is_barred(match: Match, seat: Seat, user: User) -> bool:
    """Whether a user may not get a seat of an arranged match that goes on. A block chooses nobody's opponents there."""
    return match.seats.exclude(pk=seat.pk).filter(user=user).exists() or knows_too_much(match, user)


def _hand_over(match: Match, seat: Seat, user: User, now: datetime) -> None:
    """Put the substitute in the seat. Excuses that were spent stay spent; words for the seed stay as they were."""
    if seat.user is not None:
        FormerHolder.objects.create(match=match, seat=seat, user=seat.user, left_at=now)
    seat.first_user = seat.first_user or seat.user
    seat.user = user
    seat.stand_in, seat.substitute_wanted, seat.pushed_from = "", False, None
    seat.missed, seat.missed_in_row = False, 0
    changed = ["first_user", "user", "stand_in", "missed", "missed_in_row", "substitute_wanted", "pushed_from"]
    seat.save(update_fields=changed)
    # Who leaves does not vote for who comes.
    match.vote_agreed = [number for number in match.vote_agreed if number != seat.number]
    match.save(update_fields=["vote_agreed"])


def _fresh_clock(match: Match, seat: Seat, now: datetime) -> None:
    """Give the open answer an extension's time, unless it had its extension, or has more left anyway."""
    rhythm = rhythms_of(match, [seat], now).get(seat.number, ALWAYS)
    if not seat.extended and (seat.deadline is None or seat.deadline < deadline(now, extension_seconds(match), rhythm)):
        clock_extend(match, seat, rhythm, now)
    else:
        clock_follow(match, seat, rhythm, now)
    if not seat.answers.filter(step=match.next_step).exists():
        seats_retold(match=match, seats=[seat], now=now)


def _told(match: Match) -> None:
    push.table_moved(match.pk, [seat.user_id for seat in match.seats.all() if seat.user_id])
