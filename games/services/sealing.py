"""Sealing one answer of an awaited seat, whoever gives it."""

from datetime import datetime
from typing import Any

import msgspec

from games import hints, push
from games.engine import game_of, state_of
from games.models import Answer, Match, Seat
from games.rules.core import IllegalAction
from games.rules.core.log import AnsweredBy, commitment
from games.services.errors import Refused
from games.services.notices import seats_done
from games.services.rounds import new_nonce
from games.vault import seal

KEY = ("match", "step", "seat")
CHANGED = ("sealed", "commitment", "by", "made_at")


def answer_seal(*, match: Match, seat: Seat, action: Any, now: datetime, by: AnsweredBy) -> Answer:
    """Check an awaited seat's answer against the rules and store it. The match must be locked."""
    game = game_of(match)
    try:
        typed = game.action_from(action)
        game.check(state_of(match), seat.number, typed)
    except IllegalAction as error:
        raise Refused(error.code, error.message) from error
    raw, nonce = msgspec.to_builtins(typed), new_nonce()
    answer = Answer(
        match=match,
        step=match.next_step,
        seat=seat,
        sealed=seal({"action": raw, "nonce": nonce}),
        commitment=commitment(step=match.next_step, player=seat.number, action=raw, nonce=nonce),
        by=by,
        made_at=now,
    )
    # One statement, where `update_or_create` takes four.
    Answer.objects.bulk_create([answer], update_conflicts=True, unique_fields=KEY, update_fields=CHANGED)
    _after(match, seat, now)
    return answer


def _after(match: Match, seat: Seat, now: datetime) -> None:
    """Withdraw the seat's notices, show its envelope unless the match hides that, and hint."""
    seats_done(match=match, seats=[seat], now=now)
    if not match.seats.filter(awaited=True).exclude(answers__step=match.next_step).exists():
        hints.match_maybe_ready(match.pk)
    elif not match.hide_answered:
        push.table_moved(match.pk, [])
