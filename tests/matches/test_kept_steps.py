"""A step is kept without what follows from the rest, and opens as it was logged."""

from typing import Any

import msgspec
import pytest

from engine.log import LoggedAnswer, LoggedStep, commitment
from foundation.vault import unseal
from matches.log.chain import new_step, seed_of
from matches.log.states import open_step, state_after, state_of
from matches.models import Match, Step
from tests.matches.tables import NOON, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NONCE, ACTION = "5f" * 16, {"act": "bid", "tiles": ["S4"]}
SEALED = commitment(step=1, player=0, action=ACTION, nonce=NONCE)
BY_HAND = LoggedAnswer(0, ACTION, "player", NONCE, SEALED)
NEVER_SHOWN = LoggedAnswer(1, {"act": "let_stand"}, "default")


def logged(match: Match, *answers: LoggedAnswer) -> tuple[LoggedStep, dict[str, Any]]:
    """The step that comes back from the database, and what its row keeps sealed."""
    entry = LoggedStep(1, "round", NOON.isoformat(), answers, (2, 5), ({"event": "passed"},), {"to": 3})
    new_step(match=match, entry=entry, seed=seed_of(match, match.seats.all()), state=state_of(match), now=NOON).save()
    row = Step.objects.get(match=match, number=1)
    assert open_step(row) == entry
    return entry, unseal(row.sealed)


def test_no_commitment_is_kept_that_follows_from_its_answer() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    entry, kept = logged(match, BY_HAND, NEVER_SHOWN)
    assert set(kept) == {"number", "answers", "draws", "events", "note"}
    by_hand, never_shown = kept["answers"]
    assert set(by_hand) == {"player", "action", "by", "nonce"}
    assert set(never_shown) == {"player", "action", "by"}
    assert entry.answers[0].commitment == SEALED


def test_the_position_of_a_beginning_by_the_rules_is_not_kept_and_found_all_the_same() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    beginning = state_of(match)
    logged(match, BY_HAND)
    assert not match.steps.exclude(sealed_state=None).exists()
    assert state_after(match, 0) == beginning


@pytest.mark.parametrize("published", ["0" * 64, ""])
def test_another_commitment_than_that_of_the_answer_stays_in_the_log(published: str) -> None:
    """If the row of a sealed answer was changed, the record must show that it breaks its commitment."""
    match, _ = table_of("ana", "ben", "cleo")
    _, kept = logged(match, msgspec.structs.replace(BY_HAND, commitment=published))
    assert kept["answers"][0]["commitment"] == published
