"""What a match keeps sealed. `moderation.services.seals` alone calls this, for one look that the audit knows of."""

from base64 import b64encode
from dataclasses import dataclass

from games.engine import game_of
from games.matchview import MatchView
from games.models import Match
from games.pictures.position import picture, words_of_position
from games.sealing import opened
from games.selectors import match_view, names_for


@dataclass(frozen=True)
class Sealed:
    """What one seat keeps from the others."""

    name: str
    picture: str
    """The position as this seat sees it, drawn: the address of an image that holds all of itself."""
    words: str
    """The same in words."""
    answer: str
    """The sealed answer of the open round, in words; empty while there is none."""
    plan: tuple[str, ...]
    """The orders for decisions to come, in words."""


def sealed_of(match: Match) -> list[Sealed]:
    """Look at a match through the eyes of each seat."""
    return [_seat(match, seat.number) for seat in match.seats.all()]


def _seat(match: Match, number: int) -> Sealed:
    view = match_view(match, number)
    name = view.seats[number].name
    drawn = b64encode(picture(view, "", f"What {name} sees").encode()).decode()
    plan = view.plan.orders if view.plan else ()
    image = f"data:image/svg+xml;base64,{drawn}"
    return Sealed(name, image, words_of_position(view), _answer(match, number, view), plan)


def _answer(match: Match, number: int, view: MatchView) -> str:
    """What is sealed for the open round: by the player, or by the bot that holds the seat."""
    row = match.answers.filter(step=match.next_step, seat__number=number).first()
    if row is None:
        return view.asked.answer or "" if view.asked else ""
    game = game_of(match)
    seen = view.seen
    return game.wording.choice(game.action_from(opened(row).action), seen, names_for(match, number))
