"""Challenges for tests."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from foundation.errors import Refused
from ladders.models import Challenge, Ladder
from ladders.services.challenges import accept_challenge, make_challenge
from ladders.services.results import follow_match
from matches.interventions.outcomes import set_places, set_voided
from matches.models import Match
from tests.ladders.play import finish
from tests.matches.tables import NOON


def make(ladder: Ladder, challenger: User, opponents: list[User], day: float = 0) -> Challenge:
    return make_challenge(
        ladder_id=ladder.pk, challenger=challenger, opponents=opponents, now=NOON + timedelta(days=day)
    )


def accepted(ladder: Ladder, challenger: User, opponents: list[User], day: float = 0) -> Challenge:
    challenge = make(ladder, challenger, opponents, day)
    for user in opponents:
        challenge = accept_challenge(challenge_id=challenge.pk, user=user, now=NOON + timedelta(days=day))
    return challenge


def end(challenge: Challenge, order: list[User], day: float = 0.5) -> None:
    """End a challenge's match in this order."""
    now = NOON + timedelta(days=day)
    match = Match.objects.get(pk=challenge.match_id or 0)
    finish(match, [1 + order.index(seat.user) for seat in match.seats.select_related("user") if seat.user], now)
    follow_match(match_id=match.pk, now=now)


def stand(ladder: Ladder) -> list[list[User]]:
    """The players of each division."""
    return [[rung.user for rung in division.rungs.select_related("user")] for division in ladder.divisions.all()]


def moderated(challenge: Challenge, day: int, *, voided: bool | None = None, places: list[int] | None = None) -> None:
    """Let a moderator take a challenge's result away, give it back or set its places, and all follow."""
    done: dict[str, Any] = {"match_id": challenge.match_id or 0, "now": NOON + timedelta(days=day)}
    note = {"by": "a moderator", "category": "bug", "audit": 1}
    if voided is not None:
        set_voided(voided=voided, note=note, **done)
    else:
        set_places(places=places or [], note=note, **done)
    assert follow_match(**done)


def code(act: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        act(*args, **kwargs)
    assert refused.value.message.endswith(".")
    return refused.value.code
