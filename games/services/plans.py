"""Giving and changing orders for decisions that have not come yet."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from games import hints
from games.engine import game_of, state_of
from games.models import Match, Seat
from games.planbook import NO_ORDERS, Orders, orders_of, sealed_orders
from games.rules.core.plans import Plan as RulesPlan
from games.rules.core.plans import Rule
from games.rules.core.planwords import BadPlan, check_plan, checked
from games.selectors import names_for
from games.services.answers import answer_submit
from games.services.errors import Forbidden, Refused, Stale
from games.services.misses import deadlines_pass, is_overdue
from games.services.planned import plans_write
from games.services.rounds import match_locked

Change = Callable[[Match, Seat, RulesPlan], RulesPlan]

GOING_ON = (Match.Status.RUNNING, Match.Status.PAUSED)


def rule_save(
    *,
    match_id: int,
    user_id: int,
    step: int,
    rule: Rule,
    now: datetime,
    version: int | None = None,
    instead_of: int | None = None,
) -> Match:
    """Add an order to a player's plan, or put it in place of another.

    `step` is the one whose decision was open when the order was written. Deadlines that have passed pass
    first: an order given too late answers nothing, whenever the sweep comes by. Raises `Match.DoesNotExist`,
    `Forbidden`, `Stale`, and `Refused` for an order that nobody could carry out.
    """
    if is_overdue(match_id=match_id, now=now):
        deadlines_pass(match_id=match_id, now=now)

    def changed(match: Match, seat: Seat, plan: RulesPlan) -> RulesPlan:
        _refuse_moved(match, step)
        answered = match.answers.filter(step=match.next_step, seat=seat).exists()
        return _with_rule(match, seat, plan, rule, instead_of, since=match.next_step + answered)

    return _change(match_id, user_id, version, now, changed)


def rule_strike(*, match_id: int, user_id: int, number: int, version: int, now: datetime) -> Match:
    """Strike an order out of a player's plan. Raises `Match.DoesNotExist`, `Forbidden`, `Stale` and `Refused`."""

    def changed(match: Match, seat: Seat, plan: RulesPlan) -> RulesPlan:
        _rule_of(plan, number)
        return RulesPlan(plan.rules[:number] + plan.rules[number + 1 :])

    return _change(match_id, user_id, version, now, changed)


def rule_raise(*, match_id: int, user_id: int, number: int, version: int, now: datetime) -> Match:
    """Put an order before the one above it: the first that fits counts."""

    def changed(match: Match, seat: Seat, plan: RulesPlan) -> RulesPlan:
        rule, above = _rule_of(plan, number), max(number - 1, 0)
        others = plan.rules[:number] + plan.rules[number + 1 :]
        return RulesPlan((*others[:above], rule, *others[above:]))

    return _change(match_id, user_id, version, now, changed)


def answer_and_plan(
    *, match_id: int, user_id: int, step: int, actions: Sequence[Any], rule: Rule, now: datetime
) -> Match:
    """Seal an answer and give an order for a decision after it, both or neither.

    Deadlines that have passed pass first, and stay passed although the rest may be refused.
    """
    if is_overdue(match_id=match_id, now=now):
        deadlines_pass(match_id=match_id, now=now)

    def changed(match: Match, seat: Seat, plan: RulesPlan) -> RulesPlan:
        return _with_rule(match, seat, plan, rule, None, since=match.next_step + 1)

    with transaction.atomic():
        answer_submit(match_id=match_id, user_id=user_id, step=step, actions=actions, now=now)
        return _change(match_id, user_id, None, now, changed)


def _change(match_id: int, user_id: int, version: int | None, now: datetime, changed: Change) -> Match:
    with transaction.atomic():
        match = match_locked(match_id)
        seats = list(match.seats.select_related("user", "plan"))
        seat = _seat_of(match, seats, user_id)
        rows = {other.pk: orders_of(getattr(other, "plan", None)) for other in seats}
        orders = rows[seat.pk] if rows[seat.pk].owner == user_id else NO_ORDERS
        if version is not None and version != orders.version:
            raise Stale("plan_moved_on", "Your plan has changed since this page was made. Look at it as it stands now.")
        plan = changed(match, seat, orders.plan)
        rows[seat.pk] = _checked(Orders(user_id, orders.version + 1, now, plan))
        plans_write(rows)
        hints.match_maybe_ready(match.pk)
    return match


def _seat_of(match: Match, seats: Sequence[Seat], user_id: int) -> Seat:
    seat = next((seat for seat in seats if seat.user_id == user_id), None)
    if seat is None or seat.resigned_at:
        raise Forbidden("not_your_seat", "You have no seat at this table. You may watch it.")
    if match.status not in GOING_ON:
        raise Stale("match_not_running", "This match is not running. Load the table again to see it as it stands.")
    return seat


def _refuse_moved(match: Match, step: int) -> None:
    if step != match.next_step:
        raise Stale("table_moved_on", "The table has moved on. Your order was not added; look at it as it stands now.")


def _with_rule(
    match: Match, seat: Seat, plan: RulesPlan, rule: Rule, instead_of: int | None, *, since: int
) -> RulesPlan:
    game = game_of(match)
    seen = game.observation(state_of(match), seat.number)
    try:
        sound = checked(game, rule, seen, names_for(match, seat.number))
    except BadPlan as error:
        raise Refused(error.code, error.message) from error
    sound = msgspec.structs.replace(sound, since=since, period=game.planning.period(seen))
    if instead_of is None:
        return RulesPlan((*plan.rules, sound))
    _rule_of(plan, instead_of)
    return RulesPlan((*plan.rules[:instead_of], sound, *plan.rules[instead_of + 1 :]))


def _rule_of(plan: RulesPlan, number: int) -> Rule:
    if not 0 <= number < len(plan.rules):
        raise Stale("no_such_order", "Your plan has no such order any more. Look at it as it stands now.")
    return plan.rules[number]


def _checked(orders: Orders) -> Orders:
    """The same, if it is not too long."""
    try:
        check_plan(orders.plan)
        sealed_orders(orders)
    except BadPlan as error:
        raise Refused(error.code, error.message) from error
    except ValueError as error:
        raise Refused("plan_too_long", "Your plan is too long. Strike an order out, or name fewer answers.") from error
    return orders
