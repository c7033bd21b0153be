"""What is kept of the latest table is never told of another."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.tp5.rules import TP5
from games.tp5.rules.actions import PASS, Claim
from games.tp5.rules.state import Tp5State
from tests.games.tp5.tables import table, window

CLAIMED = {0: (0, 1), 4: (1,), 12: (0, 2), 13: (0,)}


def claims(state: Tp5State) -> set[int]:
    return {action.place for action in TP5.legal_actions(state, 0) if isinstance(action, Claim)}


@pytest.mark.parametrize(
    ("change", "closes"),
    [
        ({"claims": ((), (0,), *[()] * 22)}, {1}),
        ({"hogged": (2,)}, {2}),
        ({"evictor": 1}, {4, 5, 6, 7}),
        ({"in_play": ("centering_in",)}, set(range(12))),
    ],
)
def test_claims_are_those_of_the_table_that_is_asked_about(change: dict[str, Any], closes: set[int]) -> None:
    two_of_one = (*[()] * 4, (1,), (1,), *[()] * 18)
    before = replace(table(3), asked=(0,), claims=two_of_one, held=((0,), (1,), (2,)))
    after = replace(before, **change)
    for _ in range(2):
        assert claims(before) == set(range(24))
        assert claims(after) == set(range(24)) - closes


def test_duties_count_the_identifiers_of_the_table_that_is_asked_about() -> None:
    before = replace(table(3, "centering_in"), asked=(0,))
    after = replace(before, held=((0, 0), *before.held[1:]))
    for _ in range(2):
        assert claims(before) == set(range(24))
        assert claims(after) == set(range(12, 24))


@pytest.mark.parametrize(
    "change", [{"claims": ((0,), *[()] * 23)}, {"in_play": ("time_warp",)}, {"in_play": ("number_is_up", "time_warp")}]
)
def test_a_window_is_that_of_the_table_that_is_asked_about(change: dict[str, Any]) -> None:
    before = window(3, "eviction", claims=CLAIMED)
    after = replace(before, **change)
    kinds = [{type(action) for action in TP5.legal_actions(state, 0)} for state in (before, after, before, after)]
    assert kinds[0] == kinds[2] != kinds[1] == kinds[3]
    assert PASS in TP5.legal_actions(after, 0)
