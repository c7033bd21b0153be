"""Tables that begin at once with given players: of ladders and tournaments, which have no host, and quick tables."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from engine import Options
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Refused
from matches.clocks.attendance import decided_in_person
from matches.clocks.pauses import resume_match
from matches.lobby.limits import game_offered
from matches.lobby.substitutes import hand_over_seat, knows_too_much
from matches.log.seeds import new_root, seed_columns
from matches.models import Attendance, Match, Seat
from matches.rounds.beacon import begin_or_wait
from matches.rounds.calling_off import call_off_match
from matches.rounds.locking import lock_match
from matches.timeouts.stand_ins import begin_stand_in


def arrange_match(
    *,
    slug: str,
    options: Options,
    players: Sequence[User],
    time_control: TimeControl,
    table_settings: TableSettings,
    now: datetime,
    host: User | None = None,
    members_only: bool = False,
) -> Match:
    """Create a match of these players, in seat order, and start it. Raises `Refused`.

    Without a host it counts as a ladder's or a tournament's, which is played to its end.

    Nobody is asked for words, so the site's seed alone gives the dice.
    """
    game = game_offered(slug, [len(players)], options)
    with transaction.atomic():
        match = Match.objects.create(
            game=slug,
            rules_version=game.rules_version,
            options=msgspec.to_builtins(options),
            players=len(players),
            host=host,
            **asdict(time_control),
            **asdict(table_settings),
            members_only=members_only,
            invite_token=secrets.token_urlsafe(12),
            **seed_columns(new_root()),
            created_at=now,
        )
        Seat.objects.bulk_create(_seat(match, number, user, now) for number, user in enumerate(players))
        begin_or_wait(match=match, now=now)
    return match


def _seat(match: Match, number: int, user: User, now: datetime) -> Seat:
    return Seat(match=match, number=number, user=user, joined_at=now, excuses_left=match.excuses)


def play_out_match(*, match_id: int, now: datetime) -> list[int] | None:
    """Let bots finish a match: every seat that a person plays gets a stand-in.

    Return the numbers of seats that their players had left before, or None if the match is over.
    A pause ends, as the round does not wait for it.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status == Match.Status.PAUSED:
            resume_match(match=match, now=now)
        if match.status != Match.Status.RUNNING:
            return None
        seats = list(match.seats.select_related("user"))
        left = [seat.number for seat in seats if left_by_player(seat)]
        for seat in seats:
            if not seat.played_by_bot:
                begin_stand_in(match=match, seat=seat, now=now)
    return left


def left_by_player(seat: Seat) -> bool:
    """True if a seat's first player resigned, has a stand-in or was replaced."""
    replaced = seat.first_user_id is not None and seat.first_user_id != seat.user_id
    return bool(seat.stand_in) or seat.resigned_at is not None or replaced


def never_came(*, match_id: int) -> list[int]:
    """The seats that a bot holds for players who have not taken a turn in this match and have not resigned."""
    held = Seat.objects.filter(match_id=match_id, first_user=None, resigned_at=None).exclude(stand_in="")
    came = Attendance.objects.filter(seat__match_id=match_id, answered__gt=0).values("seat")
    numbers = list(held.exclude(pk__in=came).order_by("number").values_list("number", flat=True))
    decided = decided_in_person(match=Match.objects.get(pk=match_id)) if numbers else set()
    return [number for number in numbers if number not in decided]


def reassign_seat(*, match_id: int, number: int, user: User, now: datetime) -> None:
    """Give a never-used seat to another player, to whom alone its result counts. Raises `Refused`."""
    with transaction.atomic():
        match = lock_match(match_id)
        seat = match.seats.select_related("user").get(number=number)
        # Blocks keep nobody from a table that the site has arranged.
        if knows_too_much(match, user, besides=seat):
            raise Refused("no_seat_for_them", gettext("This player cannot sit at this table. Choose someone else."))
        hand_over_seat(match=match, seat=seat, user=user, now=now)
        seat.first_user = None
        seat.save(update_fields=["first_user"])


def stop_match(*, match_id: int, now: datetime) -> bool:
    """Call a match off at its round's deadline. Return True if it was still going on."""
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status not in Match.GOING_ON:
            return False
        call_off_match(match=match, reason="round", now=now)
    return True
