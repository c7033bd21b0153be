"""Tables that nobody hosts: made for named players at once, played out, or stopped, by a ladder or a tournament."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

import msgspec
from django.db import transaction

from accounts.models import User
from games.models import Attendance, Match, Seat
from games.rules.core import IllegalOptions, Options
from games.rules.core.log import seed_hash
from games.rules.registry import GAMES
from games.services.attendance import decided_in_person
from games.services.calling_off import match_call_off
from games.services.errors import Refused
from games.services.pauses import match_resume
from games.services.rounds import match_begin, match_locked
from games.services.seeds import house_words, new_seed
from games.services.stand_ins import stand_in_begin
from games.services.substitutes import is_barred, seat_hand_over
from games.terms import Clock, Manners
from games.vault import seal


def match_arrange(
    *, slug: str, options: Options, players: Sequence[User], clock: Clock, manners: Manners, now: datetime
) -> Match:
    """Make a match of these players, in seat order, and begin it. Raises `Refused`.

    The site's seed is drawn and its hash published before anything follows from it; the players' words are random.
    """
    game = GAMES.get(slug)
    if game is None:
        raise Refused("no_such_game", "There is no such game. Choose one of the list.")
    try:
        game.check_options(len(players), options)
    except IllegalOptions as error:
        raise Refused(error.code, error.message) from error
    seed = new_seed()
    with transaction.atomic():
        match = Match.objects.create(
            game=slug,
            rules_version=game.rules_version,
            options=msgspec.to_builtins(options),
            players=len(players),
            **asdict(clock),
            **asdict(manners),
            invite_token=secrets.token_urlsafe(12),
            seed_hash=seed_hash(seed),
            sealed_seed=seal(seed.hex()),
            created_at=now,
        )
        Seat.objects.bulk_create(_seat(match, number, user, now) for number, user in enumerate(players))
        match_begin(match=match, now=now)
    return match


def _seat(match: Match, number: int, user: User, now: datetime) -> Seat:
    words = house_words(user.username) if user.is_house else secrets.token_hex(16)
    return Seat(match=match, number=number, user=user, contribution=words, joined_at=now, excuses_left=match.excuses)


def match_play_out(*, match_id: int, now: datetime) -> list[int] | None:
    """Let bots end a match: every seat that a person plays gets a stand-in. Return the seats that had one already.

    A pause ends: the round does not wait for it. None where the match is over: nothing is left to play out.
    """
    with transaction.atomic():
        match = match_locked(match_id)
        if match.status == Match.Status.PAUSED:
            match_resume(match=match, now=now)
        if match.status != Match.Status.RUNNING:
            return None
        seats = list(match.seats.select_related("user"))
        left = [seat.number for seat in seats if left_by_player(seat)]
        for seat in seats:
            if not seat.played_by_bot:
                stand_in_begin(match=match, seat=seat, now=now)
    return left


def left_by_player(seat: Seat) -> bool:
    """Whether a seat's first player has given up, or somebody else plays for them."""
    replaced = seat.first_user_id is not None and seat.first_user_id != seat.user_id
    return bool(seat.stand_in) or seat.resigned_at is not None or replaced


def never_came(*, match_id: int) -> list[int]:
    """Seats that a bot holds for players who have not taken a single turn here, and not given the seat up."""
    held = Seat.objects.filter(match_id=match_id, first_user=None, resigned_at=None).exclude(stand_in="")
    came = Attendance.objects.filter(seat__match_id=match_id, answered__gt=0).values("seat")
    numbers = list(held.exclude(pk__in=came).order_by("number").values_list("number", flat=True))
    decided = decided_in_person(match=Match.objects.get(pk=match_id)) if numbers else set()
    return [number for number in numbers if number not in decided]


def seat_reassign(*, match_id: int, number: int, user: User, now: datetime) -> None:
    """Give a seat that was never taken to another player, for whom alone it counts from now on. Raises `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        seat = match.seats.select_related("user").get(number=number)
        if is_barred(match, seat, user):
            raise Refused("no_seat_for_them", "This player cannot sit at this table. Choose somebody else.")
        seat_hand_over(match=match, seat=seat, user=user, now=now)
        seat.first_user = None
        seat.save(update_fields=["first_user"])


def match_stop(*, match_id: int, now: datetime) -> bool:
    """Call a match off at the deadline of its round; tell whether it was still on."""
    with transaction.atomic():
        match = match_locked(match_id)
        if match.status not in (Match.Status.RUNNING, Match.Status.PAUSED):
            return False
        match_call_off(match=match, reason="round", now=now)
    return True
