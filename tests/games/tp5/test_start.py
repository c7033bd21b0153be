"""The first dealer, the deal, Tile Trickery and the reveal (T1, T2)."""

from collections import Counter

import pytest

from engine.piecepack import TILES
from engine.quick_chance import RandomChance
from games.tp5.rules import TP5
from games.tp5.rules.actions import PassOn, TurnUp
from games.tp5.rules.events import DealerRolled, RoundBegan, RowsLaidOut, TilesPassed, TileTurnedUp
from games.tp5.rules.state import ROW
from tests.games.tp5.tables import Dice, answer, new_match, of_kind, order, refused


def test_the_highest_roll_deals() -> None:
    step = new_match(3, chance=Dice(2, 5, 1))
    assert of_kind(step, DealerRolled) == [DealerRolled((((0, 3), (1, 6), (2, 2)),), 1)]
    assert step.state.dealer == 1
    assert of_kind(step, RoundBegan) == [RoundBegan(1, 1)]


def test_ties_are_rolled_again_among_those_tied() -> None:
    step = new_match(3, chance=Dice(4, 1, 4, 2, 2, 0, 3))
    (event,) = of_kind(step, DealerRolled)
    assert event.rolls == (((0, 5), (1, 2), (2, 5)), ((0, 3), (2, 3)), ((0, 1), (2, 4)))
    assert event.dealer == 2


@pytest.mark.parametrize("players", range(2, 13))
def test_t1_one_piecepack_up_to_6_two_from_7(players: int) -> None:
    state = new_match(players).state
    copies = 1 if players <= 6 else 2
    assert Counter(state.tiles) == dict.fromkeys(TILES, copies)
    assert len(state.tiles) - ROW * players >= 0
    assert state.held == tuple((seat,) * 4 for seat in range(players))


def test_tile_trickery_passes_one_tile_to_the_right() -> None:
    state = new_match(3, "tile_trickery").state
    assert state.phase == "pass_on"
    assert state.asked == (0, 1, 2)
    before = [state.tiles[ROW * seat : ROW * seat + ROW] for seat in range(3)]
    step = TP5.apply(state, {0: PassOn(0), 1: PassOn(1), 2: PassOn(2)}, RandomChance(1))
    after = [step.state.tiles[ROW * seat : ROW * seat + ROW] for seat in range(3)]
    for seat, slot in enumerate((0, 1, 2)):
        right = (seat - 1) % 3
        assert before[seat][slot] in after[right]
        assert before[seat][slot] not in after[seat]
    assert after[0][0] == before[1][1]
    assert of_kind(step, TilesPassed) == [TilesPassed((before[0][0], before[1][1], before[2][2]))]
    assert step.state.phase == "turn_up"


def test_reveal_from_the_dealer_to_the_left() -> None:
    state = new_match(4).state
    for seat in order(state.dealer, 4):
        assert state.asked == (seat,)
        assert refused(state, (seat + 1) % 4, TurnUp(0)) == "not_asked"
        tile = state.tiles[ROW * seat + 2]
        step = answer(state, TurnUp(2))
        assert of_kind(step, TileTurnedUp) == [TileTurnedUp(seat, tile)]
        state = step.state
        assert state.shown[seat] == tile
    assert state.phase == "statement"


def test_reveal_together_is_one_sealed_round() -> None:
    state = new_match(4, reveal="together").state
    assert state.asked == (0, 1, 2, 3)
    step = TP5.apply(state, {seat: TurnUp(seat) for seat in range(4)}, RandomChance(1))
    assert [event.player for event in of_kind(step, TileTurnedUp)] == list(order(state.dealer, 4))
    assert step.state.phase == "statement"


def test_t2_rows_are_shuffled_and_the_shown_tile_is_marked_for_its_owner() -> None:
    seen_orders = set()
    for seed in range(40):
        state = new_match(2, reveal="together").state
        step = TP5.apply(state, {0: TurnUp(0), 1: TurnUp(3)}, RandomChance(seed))
        after = step.state
        assert after.tiles[8:] == state.tiles[8:]
        for seat in range(2):
            row = after.tiles[ROW * seat : ROW * seat + ROW]
            assert sorted(row) == sorted(state.tiles[ROW * seat : ROW * seat + ROW])
            slot = after.shown_at[seat]
            assert slot is not None
            assert row[slot] == after.shown[seat]
            assert TP5.observation(after, seat).my_shown_at == slot
        seen_orders.add(after.shown_at)
        (laid,) = of_kind(step, RowsLaidOut)
        assert laid.rows == (after.tiles[:4], after.tiles[4:8])
    assert len(seen_orders) > 8


def test_t2_with_two_piecepacks_the_marked_tile_is_the_one_that_was_shown() -> None:
    """Its twin may lie in the same row: the mark follows the piece, not its face."""
    found = 0
    for seed in range(400):
        state = new_match(7, chance=RandomChance(seed), reveal="together").state
        for seat in range(7):
            row = state.tiles[ROW * seat : ROW * seat + ROW]
            twins = [slot for slot in range(ROW) if row.count(row[slot]) == 2]
            if twins:
                joint = {other: TurnUp(twins[1] if other == seat else 0) for other in range(7)}
                marked = set()
                for again in range(12):
                    after = TP5.apply(state, joint, RandomChance(again)).state
                    slot = after.shown_at[seat]
                    laid = after.tiles[ROW * seat : ROW * seat + ROW]
                    assert slot is not None
                    assert laid[slot] == row[twins[0]]
                    marked.add(slot == laid.index(row[twins[0]]))
                assert marked == {True, False}
                found += 1
        if found:
            return
    raise AssertionError("no twins were dealt to anyone")
