"""AI players at the table: they are given a view, and answer like anyone else."""

from datetime import datetime

import msgspec
from django.db.models import Q

from accounts.models import Kind
from games.engine import game_of, state_of
from games.models import Match, Seat
from games.rules.core.log import AnsweredBy
from games.services.answers import answer_submit
from games.services.errors import Refused
from games.thinking import choose

PLAYED_BY_BOT = Q(user__kind=Kind.HOUSE) | ~Q(stand_in="")
"""Seats that a bot answers for."""


def bots_play(*, match_id: int, now: datetime) -> int:
    """Answer for every AI player that a match waits for; return how many answered."""
    match = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).first()
    if match is None:
        return 0
    seats = _bots_awaited(match)
    return sum(_play(match, seat, now) for seat in seats)


def _by(seat: Seat) -> AnsweredBy:
    return "stand_in" if seat.stand_in else "bot"


def _bots_awaited(match: Match) -> list[Seat]:
    seats = match.seats.select_related("user").filter(PLAYED_BY_BOT, awaited=True)
    answered = set(match.answers.filter(step=match.next_step).values_list("seat_id", flat=True))
    return [seat for seat in seats if seat.pk not in answered]


def _play(match: Match, seat: Seat, now: datetime) -> bool:
    """Think outside any transaction, then answer; a table that moved on meanwhile needs nothing."""
    game, state = game_of(match), state_of(match)
    legal = game.legal_actions(state, seat.number)
    if not legal or seat.user is None:
        return False
    seen = game.observation(state, seat.number)
    default = game.default_action(state, seat.number)
    action, by_itself = choose(match.game, seat.brain, seen, legal, default)
    try:
        answer_submit(
            match_id=match.pk,
            user_id=seat.user.pk,
            step=match.next_step,
            actions=[msgspec.to_builtins(action)],
            now=now,
            by=_by(seat) if by_itself else "default",
        )
    except Refused:
        return False
    return True
