"""Seal and open answers."""

import secrets
from datetime import UTC, datetime
from typing import Any

import msgspec

from engine.log import AnsweredBy, commitment
from foundation.kept_queries import KeptQuery, given
from foundation.vault import seal, unseal
from matches.models import Answer, Match, Seat

LONGEST_BY = 8
ANSWERS = KeptQuery(lambda: Answer.objects.filter(match=given("match"), step=given("step")))
"""The answers to the open round of a match."""


class Opened(msgspec.Struct, frozen=True):
    """The content of a sealed answer. Its source is as secret as the answer itself."""

    action: Any
    nonce: str
    by: str = "player"
    """Padded with spaces, so that the length does not reveal the value."""
    at: int = 0
    """The Unix time of the decision, which for a conditional move is long before the deadline that seals it."""

    @property
    def answered_by(self) -> AnsweredBy:
        """The source of the answer."""
        by: AnsweredBy = msgspec.convert(self.by.strip(), AnsweredBy)
        return by


def make_answer(
    *, match: Match, seat: Seat, action: Any, now: datetime, by: AnsweredBy, decided: datetime | None = None
) -> Answer:
    """Return an unsaved answer with a validated action. `decided`: the time of the decision if it was before `now`."""
    raw, nonce = msgspec.to_builtins(action), secrets.token_hex(16)
    return Answer(
        match=match,
        step=match.next_step,
        seat=seat,
        sealed=seal(Opened(raw, nonce, by.ljust(LONGEST_BY), int((decided or now).timestamp()))),
        commitment=commitment(step=match.next_step, player=seat.number, action=raw, nonce=nonce),
        made_at=now,
    )


def decided_at(answer: Answer, content: Opened) -> datetime:
    """Return when an opened answer was decided, which stopped its clock."""
    return min(answer.made_at, datetime.fromtimestamp(content.at, UTC)) if content.at else answer.made_at


def open_answer(answer: Answer) -> Opened:
    """Open a sealed answer."""
    return unseal(answer.sealed, Opened)  # type: ignore[no-any-return]
