"""What a match keeps sealed. `moderation.services.seals` alone calls this, for one look that the audit knows of."""

import json
from dataclasses import dataclass
from typing import Any

import msgspec

from games.engine import game_of
from games.matchview import MatchView
from games.models import Match
from games.sealing import opened
from games.selectors import match_view, names_for


@dataclass(frozen=True)
class Sealed:
    """What one seat keeps from the others."""

    name: str
    holds: list[tuple[str, str]]
    """What the seat sees and a spectator does not: the observation's fields that differ."""
    answer: str
    """The sealed answer of the open round, in words; empty while there is none."""
    plan: tuple[str, ...]
    """The orders for decisions to come, in words."""


def sealed_of(match: Match) -> list[Sealed]:
    """Look at a match through the eyes of each seat."""
    public = _fields(match_view(match, None))
    return [_seat(match, seat.number, public) for seat in match.seats.all()]


def _seat(match: Match, number: int, public: dict[str, Any]) -> Sealed:
    view = match_view(match, number)
    own = _fields(view)
    holds = [(name.replace("_", " "), _words(value)) for name, value in own.items() if value != public.get(name)]
    return Sealed(view.seats[number].name, holds, _answer(match, number, view), view.plan.orders if view.plan else ())


def _fields(view: MatchView) -> dict[str, Any]:
    """An observation's fields, without that which says whose it is."""
    raw: dict[str, Any] = msgspec.to_builtins(view.seen)
    return raw


def _words(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(part, str | int) for part in value):
        return ", ".join(str(part) for part in value) or "nothing"
    return value if isinstance(value, str) else json.dumps(value)


def _answer(match: Match, number: int, view: MatchView) -> str:
    """What is sealed for the open round: by the player, or by the bot that holds the seat."""
    row = match.answers.filter(step=match.next_step, seat__number=number).first()
    if row is None:
        return view.asked.answer or "" if view.asked else ""
    game = game_of(match)
    seen = view.seen
    return game.wording.choice(game.action_from(opened(row).action), seen, names_for(match, number))
