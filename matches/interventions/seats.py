"""A moderator decides who answers for a seat."""

from datetime import datetime

from django.db import transaction

from accounts.blocks import may_not_meet
from accounts.models import User
from accounts.suspension import is_suspended
from games.models import Happening, Match, Seat, Step
from games.services.errors import Refused, Stale
from games.services.moderated.interventions import Note, intervened, refuse_unless, seat_locked
from games.services.resigning import seat_give_up
from games.services.rounds import match_locked
from games.services.stand_ins import seat_give_back, stand_in_begin
from games.services.substitutes import knows_too_much, seat_hand_over

GOING_ON = (Match.Status.RUNNING, Match.Status.PAUSED)


def seat_to_bot(*, match_id: int, seat: int, note: Note | None, now: datetime, told: bool = True) -> Step | None:
    """Let a bot answer for a person from now on, until they take the seat back. Raises `Refused`.

    `told`: its player reads how to return.
    """
    with transaction.atomic():
        match, held = _held(match_id, seat)
        if held.played_by_bot:
            raise Refused("bot_already", "A bot plays this seat already.")
        stand_in_begin(match=match, seat=held, now=now, told=told)
        return intervened(match=match, kind="bot_seated", note=note, now=now, seat=seat)


def seat_from_bot(
    *, match_id: int, seat: int, note: Note | None, now: datetime, given_at: datetime | None = None
) -> Step | None:
    """Give a seat back to its player from the bot that held it; with `given_at`, since then. Raises `Refused`."""
    with transaction.atomic():
        match, held = _held(match_id, seat)
        if not held.stand_in or (given_at is not None and _taken_back_since(held, given_at)):
            raise Stale("no_stand_in", "That bot holds this seat for its player no more.")
        seat_give_back(match=match, seat=held, now=now)
        return intervened(match=match, kind="handed_back", note=note, now=now, seat=seat)


def _taken_back_since(seat: Seat, since: datetime) -> bool:
    rows = Happening.objects.filter(match=seat.match_id, seat=seat.number, kind__in=("took_back", "substituted"))
    return rows.filter(at__gt=since).exists()


def seat_to_person(*, match_id: int, seat: int, user: User, note: Note, now: datetime) -> Step | None:
    """Let somebody else have a seat, with what it holds. Raises `Refused`."""
    with transaction.atomic():
        match, held = _held(match_id, seat)
        _refuse_person(match, held, user, now)
        seat_hand_over(match=match, seat=held, user=user, now=now)
        return intervened(match=match, kind="reseated", note=note, now=now, seat=seat)


def _refuse_person(match: Match, seat: Seat, user: User, now: datetime) -> None:
    if match.names_hidden:
        # Who is refused would tell who sits here.
        raise Refused("names_hidden", "Names are hidden at this table. Give the seat to a bot instead.")
    if knows_too_much(match, user) or match.seats.filter(user=user).exists():
        raise Refused("knows_too_much", "This player has or had a seat at this table. Choose somebody else.")
    if not user.is_active or not user.is_person or is_suspended(user, now):
        raise Refused("nobody_to_seat", "Choose a person whose account is open.")
    if may_not_meet(user=user, others=match.seats.exclude(pk=seat.pk).values_list("user_id", flat=True)):
        raise Refused("no_seat_for_them", "This player cannot sit at this table. Choose somebody else.")


def seat_resigned(*, match_id: int, seat: int, note: Note, now: datetime) -> Step | None:
    """Resign for a player: a bot plays the seat to the end, and it comes last. Raises `Refused`."""
    with transaction.atomic():
        match, held = _held(match_id, seat)
        if held.user is None or held.user.is_house:
            raise Refused("no_player", "A player of the site's own does not resign.")
        seat_give_up(match=match, seat=held, now=now)
        return intervened(match=match, kind="resigned", note=note, now=now, seat=seat)


def seat_unresigned(
    *, match_id: int, seat: int, note: Note, now: datetime, resigned_at: datetime, still_away: bool = False
) -> Step | None:
    """Undo the resignation of that moment while the match goes on. Raises `Refused`.

    `still_away`: a bot held the seat before, and holds it until its player comes.
    """
    with transaction.atomic():
        match = match_locked(match_id)
        refuse_unless(match, *GOING_ON)
        held = seat_locked(match, seat)
        if held.resigned_at != resigned_at:
            raise Stale("not_resigned", "This resignation does not stand any more. Load the match again.")
        held.resigned_at = None
        held.save(update_fields=["resigned_at"])
        if not still_away:
            seat_give_back(match=match, seat=held, now=now)
        return intervened(match=match, kind="unresigned", note=note, now=now, seat=seat)


def _held(match_id: int, number: int) -> tuple[Match, Seat]:
    """A match that goes on, locked, and a seat of it that nobody has resigned from."""
    match = match_locked(match_id)
    refuse_unless(match, *GOING_ON)
    seat = seat_locked(match, number)
    if seat.resigned_at is not None:
        raise Refused("resigned_already", "This seat was resigned, so a bot plays it to the end.")
    return match, seat
