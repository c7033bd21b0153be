"""What the players of a match may vote on, and whose votes count."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games import policy
from games.matchview import VoteView
from games.models import Match, Seat
from games.rules.core import Player


@dataclass(frozen=True)
class Question:
    """Something to vote on."""

    words: str
    statuses: tuple[str, ...]
    """While the match stands so the question makes sense."""


QUESTIONS = {
    "pause": Question("Pause this match?", (Match.Status.RUNNING,)),
    "abandon": Question(
        "Call this match off, so that it counts for nobody?", (Match.Status.RUNNING, Match.Status.PAUSED)
    ),
}


def lapses_at(asked: datetime) -> datetime:
    """When a vote comes to nothing unless all have agreed to it."""
    return asked + timedelta(days=policy.POLICY.vote_days)


def is_voter(seat: Seat) -> bool:
    """Whether a seat's vote counts: a person plays it now, no bot and no stand-in."""
    return seat.user is not None and not seat.user.is_house and not seat.stand_in and seat.resigned_at is None


def voters(seats: Sequence[Seat]) -> list[Seat]:
    """The seats whose votes count."""
    return [seat for seat in seats if is_voter(seat)]


def vote_of(match: Match, seats: Sequence[Seat], me: Player | None, names: Sequence[str]) -> VoteView | None:
    """The vote that is open, for one reader."""
    if not match.vote or match.vote_at is None or match.is_over:
        return None
    counted = [seat.number for seat in voters(seats)]

    def called(numbers: list[Player]) -> tuple[str, ...]:
        return tuple("you" if number == me else names[number] for number in numbers)

    return VoteView(
        kind=match.vote,
        question=QUESTIONS[match.vote].words,
        agreed=called([number for number in counted if number in match.vote_agreed]),
        missing=called([number for number in counted if number not in match.vote_agreed]),
        asks_me=me in counted and me not in match.vote_agreed,
        closes_at=lapses_at(match.vote_at),
    )
