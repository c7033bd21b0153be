"""Between the database and the rules of plans: a seat's orders, opened, and tried."""

import logging
from datetime import UTC, datetime
from typing import Any

import msgspec

from games.engine import game_of, state_of
from games.models import Match, Plan, Seat
from games.rules.core.plans import Chosen, chosen
from games.rules.core.plans import Plan as RulesPlan
from games.vault import seal_to, unseal

logger = logging.getLogger(__name__)

ROOM = 4096
"""Bytes of every sealed plan, with orders or without."""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class Orders(msgspec.Struct, frozen=True):
    """What a seat's sealed plan holds."""

    owner: int = 0
    """The user who gave the orders: they bind nobody who has the seat after them."""
    version: int = 0
    """How often the plan has changed, so that a form made for an older one is noticed."""
    saved_at: datetime = LONG_AGO
    plan: RulesPlan = RulesPlan()


NO_ORDERS = Orders()


def orders_of(row: Plan | None) -> Orders:
    """Open a seat's plan."""
    return NO_ORDERS if row is None else unseal(row.sealed, Orders)


def sealed_orders(orders: Orders) -> bytes:
    """Seal a seat's plan. Raises `ValueError` when it is too long."""
    return seal_to(orders, ROOM)


def in_force(seat: Seat, orders: Orders) -> bool:
    """Whether a seat goes by its orders: its player gave them, and no bot holds the seat."""
    mine = bool(orders.plan.rules) and orders.owner == seat.user_id
    return mine and not seat.played_by_bot and seat.resigned_at is None


def tried(match: Match, state: Any, seat: Seat, orders: Orders) -> Chosen | None:
    """What a seat's orders answer to the open round: worked out of what the seat may know."""
    if not seat.awaited or not in_force(seat, orders):
        return None
    game = game_of(match)
    seen, legal = game.observation(state, seat.number), game.legal_actions(state, seat.number)
    try:
        return chosen(game, orders.plan, seen, seat.number, legal, step=match.next_step)
    except Exception as error:  # noqa: BLE001 - a plan that fails must not hold up the table: its player is asked
        # Only the kind of failure is logged: its words may hold what a seat sees.
        logger.error("A plan failed at match %s: %s", match.pk, type(error).__name__)
        return None


def is_settled(seat: Seat) -> bool:
    """Whether the plan of an awaited seat answers for it; the seat comes with its match, user and plan."""
    orders = orders_of(getattr(seat, "plan", None))
    return in_force(seat, orders) and tried(seat.match, state_of(seat.match), seat, orders) is not None
