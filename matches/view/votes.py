"""The votes that players may hold, and who may vote."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy

from engine import Player
from engine.names import ReaderNames
from engine.view import VoteView
from foundation.language import Words
from matches import policy
from matches.models import Match, Seat


@dataclass(frozen=True)
class Question:
    """A question to vote on."""

    words: Words
    statuses: tuple[str, ...]
    """The statuses in which the question makes sense."""


QUESTIONS = {
    "pause": Question(gettext_lazy("Pause this match?"), (Match.Status.RUNNING,)),
    "abandon": Question(gettext_lazy("Call this match off, so that it counts for nobody?"), Match.GOING_ON),
}


TAKE_BACK = "take_back"
QUESTIONS[TAKE_BACK] = Question(
    gettext_lazy("Take the last round back? It is played again, and what is sealed or planned now is dropped."),
    (Match.Status.RUNNING,),
)


def is_moot(match: Match) -> bool:
    """True if the open vote is about a round that is not the last one any more."""
    return match.vote == TAKE_BACK and match.vote_step != match.step


def lapses_at(asked: datetime) -> datetime:
    """Return when a vote expires."""
    return asked + timedelta(days=policy.POLICY.vote_days)


def is_voter(seat: Seat) -> bool:
    """True if a seat may vote: a person plays it now."""
    return _is_persons(seat) and not seat.stand_in


def is_absent(seat: Seat) -> bool:
    """True if a bot answers for a person who may come back."""
    return _is_persons(seat) and bool(seat.stand_in)


def _is_persons(seat: Seat) -> bool:
    return seat.user is not None and not seat.user.is_house and seat.resigned_at is None


def voters(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats that may vote."""
    return [seat for seat in seats if is_voter(seat)]


def vote_of(match: Match, seats: Sequence[Seat], seen: ReaderNames) -> VoteView | None:
    """Return the open vote for one reader, or None."""
    if not match.vote or match.vote_at is None or match.is_over or is_moot(match):
        return None
    counted = [seat.number for seat in voters(seats)]

    def called(numbers: list[Player]) -> tuple[str, ...]:
        return tuple(seen.who(number) for number in numbers)

    return VoteView(
        kind=match.vote,
        question=str(QUESTIONS[match.vote].words),
        agreed=called([number for number in counted if number in match.vote_agreed]),
        missing=called([number for number in counted if number not in match.vote_agreed]),
        asks_me=seen.me in counted and seen.me not in match.vote_agreed,
        closes_at=lapses_at(match.vote_at),
    )
