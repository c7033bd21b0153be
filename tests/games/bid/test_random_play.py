"""What holds in every state of Bid!, whatever is played."""

from collections.abc import Iterator

import msgspec
import pytest

from engine import choice
from engine.piecepack import INDEX
from engine.quick_chance import RandomChance
from games.bid.rules import BID
from games.bid.rules.options import BidOptions
from games.bid.rules.state import BidState

TABLES = [
    pytest.param(players, BidOptions(reroll=reroll, target=target, round_limit=40), id=f"{players}-{reroll}-{target}")
    for players in (3, 4)
    for reroll in ("pawns", "coins")
    for target in (40, 100)
]
every_table = pytest.mark.parametrize(("players", "options"), TABLES)


def steps(players: int, options: BidOptions, seed: int = 3, matches: int = 12) -> Iterator[tuple[BidState, BidState]]:
    """Every state of some random matches, with the one after it."""
    chance = RandomChance(seed)
    for _ in range(matches):
        state = BID.initial_state(players, options, chance).state
        while asked := BID.current_players(state):
            joint = {seat: choice(chance, BID.legal_actions(state, seat)) for seat in asked}
            after = BID.apply(state, joint, chance).state
            yield state, after
            state = after


@every_table
def test_coins_are_never_made_or_lost(players: int, options: BidOptions) -> None:  # B7
    for _, state in steps(players, options):
        assert state.bank + sum(state.coins) == 6 * players
        assert min(state.bank, *state.coins) >= 0


@every_table
def test_hands_hold_six_tiles_in_order(players: int, options: BidOptions) -> None:  # B6
    for _, state in steps(players, options):
        for hand in state.hands:
            assert len(hand) == 6
            assert list(hand) == sorted(hand, key=INDEX.__getitem__)


@every_table
def test_tiles_are_never_made_or_lost(players: int, options: BidOptions) -> None:  # B6
    for _, state in steps(players, options):
        held = sorted((tile for hand in state.hands for tile in hand), key=INDEX.__getitem__)
        assert held == list(INDEX)[: 6 * players]


@every_table
def test_pawns_are_only_ever_spent(players: int, options: BidOptions) -> None:  # B2
    for before, after in steps(players, options):
        assert sum(before.pawns) - sum(after.pawns) in (0, 1)
        assert all(had or not has for had, has in zip(before.pawns, after.pawns, strict=True))


@every_table
def test_rounds_follow_one_another_up_to_the_limit(players: int, options: BidOptions) -> None:
    for before, after in steps(players, options):
        assert after.round - before.round in (0, 1)
        assert after.round <= options.round_limit


@every_table
def test_a_match_ends_exactly_when_one_leads_with_the_target_or_rounds_run_out(  # B10
    players: int, options: BidOptions
) -> None:
    for before, after in steps(players, options):
        best = max(after.scores)
        decided = best >= options.target and after.scores.count(best) == 1
        out_of_rounds = after.phase == "over" and before.round == options.round_limit
        assert (after.phase == "over") == (decided or out_of_rounds)


@every_table
def test_a_state_is_left_as_it_was(players: int, options: BidOptions) -> None:
    chance = RandomChance(5)
    state = BID.initial_state(players, options, chance).state
    while asked := BID.current_players(state):
        before = msgspec.json.encode(state)
        joint = {seat: choice(chance, BID.legal_actions(state, seat)) for seat in asked}
        after = BID.apply(state, joint, chance).state
        assert msgspec.json.encode(state) == before
        state = after
