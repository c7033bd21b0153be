"""The auction: sealed tiles, then sealed coins of those tied for highest."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from games.rules.bid.actions import Bid, BidAction, BidCoins
from games.rules.bid.events import BidsRevealed, CoinsRevealed
from games.rules.bid.reroll import begin_round
from games.rules.bid.scoring import bid_sums, ended, has_sole_leader, settle
from games.rules.bid.state import ACE_OF_CROWNS, BidState
from games.rules.core import Chance, Event, Player, Step


@lru_cache(maxsize=65_536)
def bids_of(hand: tuple[str, ...], tiles: int) -> tuple[BidAction, ...]:
    """All bids of one or two tiles from a hand."""
    return tuple(Bid(pick) for pick in combinations(hand, tiles))


@lru_cache(maxsize=64)
def coin_bids_of(coins: int) -> tuple[BidAction, ...]:
    """All bids of 0 to `coins` coins."""
    return tuple(BidCoins(number) for number in range(coins + 1))


def resolve_bids(state: BidState, joint: Mapping[Player, BidAction], chance: Chance) -> Step[BidState]:
    """Turn the bids up; a tie for highest among players with coins opens the tie-break."""
    bids = tuple([joint[seat].tiles for seat in range(len(state.scores))])  # type: ignore[union-attr]
    revealed = replace(state, bids=bids)
    events = (BidsRevealed(bids),)
    tied = _tied_for_highest(bids)
    if len(tied) > 1 and state.dice[2] != ACE_OF_CROWNS and any(state.coins[seat] for seat in tied):
        return Step(replace(revealed, phase="tie_break", tied=tied), events)
    return _finish_round(revealed, (0,) * len(bids), events, chance)


def _tied_for_highest(bids: tuple[tuple[str, ...], ...]) -> tuple[Player, ...]:
    sums = bid_sums(bids)
    highest = max(sums)
    return tuple([seat for seat, total in enumerate(sums) if total == highest])


def resolve_tie_break(state: BidState, joint: Mapping[Player, BidAction], chance: Chance) -> Step[BidState]:
    """Show the coins. Who is tied without a coin was not asked and bids 0 (B13)."""
    bids = [0] * len(state.scores)
    for seat, action in joint.items():
        bids[seat] = action.coins  # type: ignore[union-attr]
    shown = tuple([bid if seat in state.tied else -1 for seat, bid in enumerate(bids)])
    return _finish_round(state, tuple(bids), (CoinsRevealed(shown),), chance)


def _finish_round(
    state: BidState, coin_bids: tuple[int, ...], events: tuple[Event, ...], chance: Chance
) -> Step[BidState]:
    """Settle the round, then end the match (B10, the round limit) or begin the next round."""
    settled = settle(state, coin_bids)
    events += settled.events
    after = settled.state
    if has_sole_leader(after) or after.round >= after.options.round_limit:
        return ended(after, events)
    begun = begin_round(after, after.round + 1, chance)
    return Step(begun.state, events + begun.events)
