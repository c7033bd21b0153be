"""Sealing one answer of an awaited seat, whoever or whatever gives it."""

from datetime import datetime
from typing import Any

import msgspec

from games import hints, push
from games.engine import game_of, state_of
from games.models import Answer, Match, Plan, Seat
from games.planbook import orders_of, tried
from games.rules.core import IllegalAction
from games.rules.core.log import AnsweredBy
from games.rules.core.plans import Plan as RulesPlan
from games.sealing import answer_made
from games.services.errors import Refused
from games.services.notices import seats_done
from games.services.planned import has_orders, plans_write, settled_at, unanswered

KEY = ("match", "step", "seat")
CHANGED = ("sealed", "commitment", "made_at")


def answer_seal(
    *, match: Match, seat: Seat, action: Any, now: datetime, by: AnsweredBy, decided: datetime | None = None
) -> Answer:
    """Check an awaited seat's answer against the rules and store it. The match must be locked."""
    game = game_of(match)
    try:
        typed = game.action_from(action)
        game.check(state_of(match), seat.number, typed)
    except IllegalAction as error:
        raise Refused(error.code, error.message) from error
    answer = answer_made(match=match, seat=seat, action=typed, now=now, by=by, decided=decided)
    # One statement, where `update_or_create` takes four.
    Answer.objects.bulk_create([answer], update_conflicts=True, unique_fields=KEY, update_fields=CHANGED)
    _after(match, seat, now)
    return answer


def _after(match: Match, seat: Seat, now: datetime) -> None:
    """Withdraw the seat's notices, show its envelope unless the match hides that, and hint."""
    seats_done(match=match, seats=[seat], now=now)
    open_seats = list(unanswered(match))
    if all(has_orders(other) for other in open_seats):
        hints.match_maybe_ready(match.pk)
    if open_seats and not match.hide_answered:
        push.table_moved(match.pk, [])


def plan_seal(*, match: Match, seat: Seat, state: Any, now: datetime) -> bool:
    """Seal what a seat's plan answers, as its time is up; tell whether it has an answer. The match must be locked."""
    orders = orders_of(getattr(seat, "plan", None))
    found = tried(match, state, seat, orders)
    if found is None:
        return False
    action, decided = msgspec.to_builtins(found.action), settled_at(seat, orders, now)
    # Its envelope appears now, as if it had been sealed now; but its clock ran only until the plan was there.
    answer_seal(match=match, seat=seat, action=action, now=now, by="plan", decided=decided)
    rows = {row.seat_id: orders_of(row) for row in Plan.objects.filter(seat__match=match)}
    rule = found.rule
    if orders.plan.rules[rule].lasts == "once":
        left = RulesPlan(orders.plan.rules[:rule] + orders.plan.rules[rule + 1 :])
        rows[seat.pk] = msgspec.structs.replace(orders, plan=left, version=orders.version + 1)
    plans_write(rows)
    return True
