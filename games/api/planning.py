"""My orders for decisions that have not come yet, which nobody else is shown."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from api.problems import ELSE
from api.scopes import Scope
from api.shapes import Body, Line, Shape
from api.views import ApiView, operation
from games.api.common import visible_match
from games.engine import game_of
from games.matchview import PlanView as Mine
from games.models import Match
from games.rules.core.plans import Condition, Lasts, Rule
from games.selectors import match_view, seat_of
from games.services.errors import Forbidden
from games.services.plans import rule_raise, rule_save, rule_strike

Place = Annotated[int, Meta(ge=0, le=1000)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1, description="The plan that was read: another is refused.")]


class Order(Shape):
    """One order."""

    words: str
    rule: Rule


class PatternShape(Shape):
    """A way to find an answer among the legal ones."""

    kind: str
    """The kind of decision that it answers."""
    words: str
    """`{}` is the wish's number."""


class Planned(Shape):
    """My orders, the first that fits counts, and what orders may be made of."""

    version: int
    step: int
    """Send it with a new order."""
    orders: list[Order]
    kinds: dict[str, str]
    """Kinds of decisions."""
    facts: dict[str, str]
    """What conditions may ask for."""
    patterns: dict[str, PatternShape]
    """Ways to find an answer among the legal ones."""


MOVED = {"plan_moved_on": "/version", "no_such_order": "/number"}
BLAMED = {
    "plan_moved_on": "/version",
    "no_such_order": "/instead_of",
    "table_moved_on": "/step",
    "unknown_decision": "/kind",
    "unknown_condition": "/when",
    ELSE: "/wishes",
}


class NewWish(Body):
    """An answer that is wanted: this very action, or what a pattern finds."""

    action: dict[str, Any] | None = None
    pattern: Line = ""
    number: Annotated[int, Meta(ge=-99999, le=99999)] = 0


class NextOrder(Body):
    """An order for my decision after the answers that it is sent with."""

    kind: Annotated[Line, Meta(description="One of `kinds` of the plan.")]
    wishes: Annotated[list[NewWish], Meta(min_length=1, max_length=10)]
    when: Annotated[list[Condition], Meta(max_length=5)] = []


class NewOrder(Body):
    """An order to add, or to put in place of another."""

    step: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    kind: Annotated[Line, Meta(description="One of `kinds`.")]
    wishes: Annotated[list[NewWish], Meta(min_length=1, max_length=10)]
    when: Annotated[list[Condition], Meta(max_length=5)] = []
    lasts: Lasts = "once"
    instead_of: Place | None = None
    version: Version | None = None


class WhichOrder(Body):
    """One of my orders, by its place from 0."""

    number: Place
    version: Version


class PlanView(ApiView):
    """My orders."""

    @operation("Read my orders", scope=Scope.PLAY, reply=Planned)
    def get(self, request: Request, number: int) -> Planned:
        """My orders at a table, and what orders may be made of there."""
        return _planned(request, number)

    @operation("Give an order", scope=Scope.PLAY, reply=Planned, body=NewOrder, status=201, blamed=BLAMED)
    def post(self, request: Request, number: int, body: NewOrder, now: datetime) -> Planned:
        """Add an order to my plan, or put it in place of another."""
        visible_match(request, number)
        rule_save(
            match_id=number,
            user_id=asking(request).pk,
            step=body.step,
            rule=rule_of(body, body.lasts),
            version=body.version,
            instead_of=body.instead_of,
            now=now,
        )
        return _planned(request, number)


class StrikeView(ApiView):
    """Orders struck out."""

    @operation("Strike an order out", scope=Scope.PLAY, reply=Planned, body=WhichOrder, blamed=MOVED)
    def post(self, request: Request, number: int, body: WhichOrder, now: datetime) -> Planned:
        """Take an order out of my plan."""
        visible_match(request, number)
        rule_strike(match_id=number, user_id=asking(request).pk, number=body.number, version=body.version, now=now)
        return _planned(request, number)


class RaiseView(ApiView):
    """Orders moved up."""

    @operation("Move an order up", scope=Scope.PLAY, reply=Planned, body=WhichOrder, blamed=MOVED)
    def post(self, request: Request, number: int, body: WhichOrder, now: datetime) -> Planned:
        """Put an order before the one above it."""
        visible_match(request, number)
        rule_raise(match_id=number, user_id=asking(request).pk, number=body.number, version=body.version, now=now)
        return _planned(request, number)


def rule_of(body: NewOrder | NextOrder, lasts: Lasts) -> Rule:
    """The order of a body as the rules know orders."""
    raw = msgspec.to_builtins(body)
    return msgspec.convert({name: raw[name] for name in ("kind", "wishes", "when")} | {"lasts": lasts}, Rule)


def _planned(request: Request, number: int) -> Planned:
    match = visible_match(request, number)
    me = seat_of(match, request.user.pk)
    if me is None:
        raise Forbidden("not_your_seat", "You have no seat at this table. You may watch it.")
    return _shape(match, match_view(match, me, log_steps=0).plan)


def _shape(match: Match, mine: Mine | None) -> Planned:
    planning = game_of(match).planning
    rules = zip(mine.orders, mine.rules, strict=True) if mine else ()
    return Planned(
        version=mine.version if mine else 0,
        step=match.next_step,
        orders=[Order(words=words, rule=rule) for words, rule in rules],
        kinds=dict(planning.kinds),
        facts={name: fact.yes for name, fact in planning.facts.items()},
        patterns={name: PatternShape(*pattern) for name, pattern in planning.patterns.items()},
    )
