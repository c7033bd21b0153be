"""What a position of TP5 promises each seat."""

from games.tp5.rules import TP5
from tests.engine.positions import SEATS, states


def test_better_claims_promise_more_and_no_more_than_the_round_gives() -> None:
    some = [state for state in states(TP5, 1) if state.tiles and any(state.claims) and state.phase != "over"]
    for state in some:
        hoped = [tally - points for tally, points in zip(TP5.tally(state), state.points, strict=True)]
        assert all(0 <= hope <= 1 for hope in hoped) and max(hoped) > 0
    claimed = [state for state in some if sum(map(len, state.claims)) >= SEATS]
    assert any(len({*TP5.tally(state)}) > 1 for state in claimed)
    over = list(states(TP5, 1))[-1]
    assert over.phase == "over" and list(TP5.tally(over)) == [float(points) for points in over.points]
