"""Orders for tests: given, tried and looked into."""

from typing import Any

from accounts.models import User
from engine.conditional_moves import ConditionalMove, Preference
from matches.conditional_moves.book import open_book
from matches.log.states import open_step, state_of
from matches.models import ConditionalBook, Match
from matches.play.answers import submit_answer
from matches.play.conditional_moves import save_conditional_move
from matches.rounds.resolve import resolve_round
from tests.matches.tables import NOON, table_of

STAND = Preference(action={"act": "let_stand"})
ROLL = Preference(action={"act": "reroll"})


ZERO = Preference(action={"act": "bid_coins", "coins": 0})


def single_bids() -> tuple[Match, list[User]]:
    """A table whose dice ask for bids of one tile."""
    match, people = table_of("ana", "ben", "cleo")
    while state_of(match).dice[0] == "Sa":
        match, people = table_of("ana", "ben", "cleo")
    return match, people


def add_move(match: Match, user: User, *preferences: Preference, kind: str = "reroll", **more: Any) -> None:
    match.refresh_from_db()
    rule = ConditionalMove(kind, preferences, **{"lasts": "once", **more})
    save_conditional_move(match_id=match.pk, user_id=user.pk, step=match.next_step, move=rule, now=NOON)


def answer(match: Match, user: User, action: dict[str, Any]) -> None:
    match.refresh_from_db()
    submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[action], now=NOON)


def resolve(match: Match) -> bool:
    done = resolve_round(match_id=match.pk, now=NOON)
    match.refresh_from_db()
    return done


def rules(match: Match, seat: int) -> tuple[ConditionalMove, ...]:
    return open_book(ConditionalBook.objects.get(seat__match=match, seat__number=seat)).moves


def logged_by(match: Match, step: int) -> dict[int, str]:
    return {entry.player: entry.by for entry in open_step(match.steps.get(number=step)).answers}


def stand(match: Match, *users: User) -> None:
    for user in users:
        answer(match, user, {"act": "let_stand"})
