"""Sealed answers as values: made, and opened."""

import secrets
from datetime import UTC, datetime
from typing import Any

import msgspec

from games.models import Answer, Match, Seat
from games.rules.core.log import AnsweredBy, commitment
from games.vault import seal, unseal

LONGEST_BY = 8


class Opened(msgspec.Struct, frozen=True):
    """What a sealed answer holds. Who or what gave it is as secret as the answer itself."""

    action: Any
    nonce: str
    by: str = "player"
    """Filled up with spaces, so that its length does not tell which it is."""
    at: int = 0
    """When it was decided, in seconds since 1970: a plan that seals at the deadline had decided long before."""

    @property
    def answered_by(self) -> AnsweredBy:
        """Who or what gave the answer."""
        by: AnsweredBy = msgspec.convert(self.by.strip(), AnsweredBy)
        return by


def answer_made(
    *, match: Match, seat: Seat, action: Any, now: datetime, by: AnsweredBy, decided: datetime | None = None
) -> Answer:
    """Seal an action that has been checked; the answer is not stored yet. `decided`: if that was before now."""
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
    """When an opened answer was decided: its clock ran until then."""
    return min(answer.made_at, datetime.fromtimestamp(content.at, UTC)) if content.at else answer.made_at


def opened(answer: Answer) -> Opened:
    """Open a sealed answer."""
    return unseal(answer.sealed, Opened)  # type: ignore[no-any-return]
