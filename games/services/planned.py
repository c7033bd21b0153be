"""Plans at work: their answers, and what is left of them afterwards.

A plan's answer is worked out when everything else that the round waits for is there, and takes effect in the
same transaction. Until then nothing is written, so nothing in the database or on any page of others tells
that there is a plan.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import QuerySet, prefetch_related_objects

from games.engine import game_of, state_of
from games.models import Answer, Match, Plan, Seat
from games.planbook import NO_ORDERS, Orders, in_force, is_settled, orders_of, sealed_orders, tried
from games.rules.core import Player
from games.rules.core.plans import Plan as RulesPlan
from games.rules.core.plans import left_over
from games.sealing import answer_made
from games.services.notices import match_of, topic_of
from notifications.held_back import notices_held_back_told

GOING_ON = (Match.Status.RUNNING, Match.Status.PAUSED)

Used = dict[Player, int]
"""Which rule of its plan a seat has answered by."""


def plans_open(match: Match) -> None:
    """Give every seat of a match that begins its row."""
    seats = match.seats.all()
    Plan.objects.bulk_create([Plan(seat=seat, sealed=sealed_orders(NO_ORDERS)) for seat in seats])


def unanswered(match: Match) -> QuerySet[Seat]:
    """Seats that the open round waits for, with their plans."""
    answered = match.answers.filter(step=match.next_step).values("seat")
    return match.seats.filter(awaited=True).exclude(pk__in=answered).select_related("user", "plan")


def has_orders(seat: Seat) -> bool:
    """Whether a seat, fetched with its plan, goes by orders: they may answer or not."""
    return in_force(seat, orders_of(getattr(seat, "plan", None)))


def answers_planned(match: Match, seats: Iterable[Seat], now: datetime) -> tuple[dict[Player, Answer], Used] | None:
    """The answers of these awaited seats by their plans, all of them or None."""
    answers: dict[Player, Answer] = {}
    used: Used = {}
    state: Any = None
    for seat in seats:
        orders = orders_of(getattr(seat, "plan", None))
        if not in_force(seat, orders):
            return None
        state = state_of(match) if state is None else state
        found = tried(match, state, seat, orders)
        if found is None:
            return None
        decided = settled_at(seat, orders, now)
        answers[seat.number] = answer_made(
            match=match, seat=seat, action=found.action, now=now, by="plan", decided=decided
        )
        used[seat.number] = found.rule
    return answers, used


def settled_at(seat: Seat, orders: Orders, now: datetime) -> datetime:
    """When a plan settled the turn that is open: when it was asked, or when the plan was given after that."""
    return now if seat.asked_at is None else min(now, max(seat.asked_at, orders.saved_at))


def turns_settled(user_id: int, turns: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
    """Which of these turns, by topic and step, a user's plans answer."""
    numbers = [number for topic, _ in turns if (number := match_of(topic))]
    seats = Seat.objects.select_related("user", "plan").filter(user_id=user_id, awaited=True, match_id__in=numbers)
    planned = [seat for seat in seats if has_orders(seat)]
    # Positions are long: they are read of those tables alone where there are orders.
    prefetch_related_objects(planned, "match")
    asked = {(topic_of(seat.match_id), seat.match.next_step): seat for seat in planned}
    return {turn for turn, seat in asked.items() if turn in turns and is_settled(seat)}


def turns_open(turns: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
    """Which of these turns, by topic and step, are not over yet."""
    numbers = [number for topic, _ in turns if (number := match_of(topic))]
    on = Match.objects.filter(pk__in=numbers, status__in=GOING_ON).values_list("pk", "step")
    return {(topic_of(pk), step + 1) for pk, step in on} & set(turns)


def plans_told(match: Match, seats: Iterable[Seat], decided: Mapping[Player, datetime], step: int) -> None:
    """The plans that a step has used are no secret any more: the ledger of notices may say so.

    `decided`: since when each had settled the turn.
    """
    for seat in seats:
        if seat.number in decided and seat.user_id:
            topic, since = topic_of(match.pk), decided[seat.number]
            notices_held_back_told(user_id=seat.user_id, topic=topic, step=step, since=since)


def plans_go_on(match: Match, seats: Iterable[Seat], *, step: int, asked: set[Player], used: Used, state: Any) -> bool:
    """Strike out what a step has used up or made void; tell whether a seat that is asked now has orders."""
    period = game_of(match).planning.period(game_of(match).observation(state, None))
    rows = {row.seat_id: orders_of(row) for row in Plan.objects.filter(seat__match=match)}
    after: dict[int, Orders] = {}
    for seat in seats:
        orders = rows.get(seat.pk, NO_ORDERS)
        left = left_over(
            orders.plan, step=step, used=used.get(seat.number), answered=seat.number in asked, period=period
        )
        if orders.owner != seat.user_id or seat.resigned_at:
            left = RulesPlan()
        after[seat.pk] = msgspec.structs.replace(orders, plan=left, version=orders.version + (left != orders.plan))
    if after != rows:
        plans_write(after)
    return any(seat.awaited and in_force(seat, after[seat.pk]) for seat in seats)


def plans_write(orders: Mapping[int, Orders]) -> None:
    """Write the plans of a whole match, by seat: all together, so that it does not show whose has changed."""
    rows = [Plan(seat_id=key, sealed=sealed_orders(one)) for key, one in orders.items()]
    Plan.objects.bulk_create(rows, update_conflicts=True, unique_fields=["seat"], update_fields=["sealed"])
