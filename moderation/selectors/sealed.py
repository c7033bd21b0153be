"""What a match keeps sealed. Called only by `moderation.services.seals`, for a single look recorded in the audit."""

from base64 import b64encode
from dataclasses import dataclass

from django.utils.translation import gettext

from engine.view import MatchView
from matches.log.sealed_answers import open_answer
from matches.log.states import game_of
from matches.models import Match
from matches.view.match_view import match_view, names_for
from matches.web.pictures.position import picture, words_of_position


@dataclass(frozen=True)
class Sealed:
    """What one seat keeps from the others."""

    name: str
    picture: str
    """The position as this seat sees it, as a data URI of the image."""
    words: str
    """The position in words."""
    answer: str
    """The sealed answer of the current round, in words; empty if there is none."""
    conditional_moves: tuple[str, ...]
    """The conditional moves, in words."""


def sealed_of(match: Match) -> list[Sealed]:
    """A match as each seat sees it."""
    return [_seat(match, seat.number) for seat in match.seats.all()]


def _seat(match: Match, number: int) -> Sealed:
    view = match_view(match, number)
    name = view.seats[number].name
    drawn = b64encode(picture(view, "", gettext("What {name} sees").format(name=name)).encode()).decode()
    moves = view.conditional_moves.words if view.conditional_moves else ()
    image = f"data:image/svg+xml;base64,{drawn}"
    return Sealed(name, image, words_of_position(view), _answer(match, number, view), moves)


def _answer(match: Match, number: int, view: MatchView) -> str:
    """The sealed answer of the current round, by the player or by the bot that holds the seat."""
    row = match.answers.filter(step=match.next_step, seat__number=number).first()
    if row is None:
        return view.asked.answer or "" if view.asked else ""
    game = game_of(match)
    seen = view.seen
    return game.wording.choice(game.action_from(open_answer(row).action), seen, names_for(match, number))
