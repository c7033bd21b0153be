"""A moderator decides who answers for a seat."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.insiders import knows_secrets
from games.models import FormerHolder, Match, Seat, Step
from games.services.errors import Refused
from games.services.moderated.interventions import Note, intervened, refuse_unless, seat_locked
from games.services.resigning import seat_give_up
from games.services.rounds import match_locked
from games.services.stand_ins import hand_back, stand_in_begin
from games.services.substitutes import seat_hand_over

GOING_ON = (Match.Status.RUNNING, Match.Status.PAUSED)


def seat_to_bot(*, match_id: int, seat: int, note: Note, now: datetime) -> Step | None:
    """Let a bot answer for a person from now on, until they take the seat back. Raises `Refused`."""
    with transaction.atomic():
        match, held = _held(match_id, seat)
        if held.played_by_bot:
            raise Refused("bot_already", "A bot plays this seat already.")
        stand_in_begin(match=match, seat=held, now=now)
        return intervened(match=match, kind="bot_seated", note=note, now=now, seat=seat)


def seat_from_bot(*, match_id: int, seat: int, note: Note, now: datetime) -> Step | None:
    """Give a seat back to its player from the bot that held it. Raises `Refused`."""
    with transaction.atomic():
        match, held = _held(match_id, seat)
        if not held.stand_in:
            raise Refused("no_stand_in", "No bot holds this seat for its player any more.")
        hand_back(match=match, seat=held, now=now)
        return intervened(match=match, kind="handed_back", note=note, now=now, seat=seat)


def seat_to_person(*, match_id: int, seat: int, user: User, note: Note, now: datetime) -> Step | None:
    """Let somebody else have a seat, with what it holds. Raises `Refused`."""
    with transaction.atomic():
        match, held = _held(match_id, seat)
        _refuse_person(match, user)
        seat_hand_over(match=match, seat=held, user=user, now=now)
        return intervened(match=match, kind="reseated", note=note, now=now, seat=seat)


def _refuse_person(match: Match, user: User) -> None:
    if match.names_hidden:
        # Who is refused would tell who sits here.
        raise Refused("names_hidden", "Names are hidden at this table. Give the seat to a bot instead.")
    knows = FormerHolder.objects.filter(match=match, user=user).exists() or knows_secrets(match.pk, user.pk)
    if knows or match.seats.filter(user=user).exists():
        raise Refused("knows_too_much", "This player has or had a seat at this table. Choose somebody else.")
    if not user.is_active or not user.is_person:
        raise Refused("nobody_to_seat", "Choose a person whose account is open.")


def seat_resigned(*, match_id: int, seat: int, note: Note, now: datetime) -> Step | None:
    """Resign for a player: a bot plays the seat to the end, and it comes last. Raises `Refused`."""
    with transaction.atomic():
        match, held = _held(match_id, seat)
        if held.user is None or held.user.is_house:
            raise Refused("no_player", "A player of the site's own does not resign.")
        seat_give_up(match=match, seat=held, now=now)
        return intervened(match=match, kind="resigned", note=note, now=now, seat=seat)


def seat_unresigned(*, match_id: int, seat: int, note: Note, now: datetime) -> Step | None:
    """Undo a resignation while the match goes on. Raises `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        refuse_unless(match, *GOING_ON)
        held = seat_locked(match, seat)
        if held.resigned_at is None:
            raise Refused("not_resigned", "Nobody has resigned from this seat.")
        held.resigned_at = None
        held.save(update_fields=["resigned_at"])
        hand_back(match=match, seat=held, now=now)
        return intervened(match=match, kind="unresigned", note=note, now=now, seat=seat)


def _held(match_id: int, number: int) -> tuple[Match, Seat]:
    """A match that goes on, locked, and a seat of it that nobody has resigned from."""
    match = match_locked(match_id)
    refuse_unless(match, *GOING_ON)
    seat = seat_locked(match, number)
    if seat.resigned_at is not None:
        raise Refused("resigned_already", "This seat was resigned, so a bot plays it to the end.")
    return match, seat
