"""Orders for tests: given, tried and looked into."""

from typing import Any

from accounts.models import User
from games.engine import logged, state_of
from games.models import Match, Plan
from games.planbook import orders_of
from games.rules.core.plans import Rule, Wish
from games.services.answers import answer_submit
from games.services.plans import rule_save
from games.services.rounds import round_resolve
from tests.games.tables import NOON, table_of

STAND = Wish(action={"act": "let_stand"})
ROLL = Wish(action={"act": "reroll"})


ZERO = Wish(action={"act": "bid_coins", "coins": 0})


def single_bids() -> tuple[Match, list[User]]:
    """A table whose dice ask for bids of one tile."""
    match, people = table_of("ana", "ben", "cleo")
    while state_of(match).dice[0] == "Sa":
        match, people = table_of("ana", "ben", "cleo")
    return match, people


def plan(match: Match, user: User, *wishes: Wish, kind: str = "reroll", **more: Any) -> None:
    match.refresh_from_db()
    rule = Rule(kind, wishes, **{"lasts": "once", **more})
    rule_save(match_id=match.pk, user_id=user.pk, step=match.next_step, rule=rule, now=NOON)


def answer(match: Match, user: User, action: dict[str, Any]) -> None:
    match.refresh_from_db()
    answer_submit(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[action], now=NOON)


def resolve(match: Match) -> bool:
    done = round_resolve(match_id=match.pk, now=NOON)
    match.refresh_from_db()
    return done


def rules(match: Match, seat: int) -> tuple[Rule, ...]:
    return orders_of(Plan.objects.get(seat__match=match, seat__number=seat)).plan.rules


def logged_by(match: Match, step: int) -> dict[int, str]:
    return {entry.player: entry.by for entry in logged(match.steps.get(number=step)).answers}


def stand(match: Match, *users: User) -> None:
    for user in users:
        answer(match, user, {"act": "let_stand"})
