"""The auction: sealed tiles, then sealed coins of the players tied for highest."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter

from msgspec.structs import replace

from engine import Chance, Event, Player
from games.bid.rules.actions import Bid, BidAction, BidCoins
from games.bid.rules.dice import PRIZES
from games.bid.rules.events import BidsRevealed, CoinsRevealed
from games.bid.rules.ranking import STRENGTH, Ranking, Tiles, ranking_of, ranking_with_coins
from games.bid.rules.reroll import begin_round
from games.bid.rules.scoring import end_match, has_sole_leader, settle
from games.bid.rules.state import BidState

# The keys of `STRENGTH` themselves are bid, since a tuple is found sooner by itself than by an equal one.
_BID_OF_ONE = {tiles[0]: Bid(tiles) for tiles in STRENGTH if len(tiles) == 1}
_BID_OF_TWO = {tiles: Bid(tiles) for tiles in STRENGTH if len(tiles) > 1}


def bids_of(hand: Tiles, double: bool) -> tuple[BidAction, ...]:
    """Return all bids of one tile from a hand, or of two in a double auction (B11)."""
    if double:
        return _bids_of_two(hand)
    bids: tuple[BidAction, ...] = itemgetter(*hand)(_BID_OF_ONE)  # the fastest way to look up six
    return bids


@lru_cache(maxsize=4096)
def _bids_of_two(hand: Tiles) -> tuple[BidAction, ...]:
    return tuple(map(_BID_OF_TWO.__getitem__, combinations(hand, 2)))


@lru_cache(maxsize=64)
def coin_bids_of(coins: int) -> tuple[BidAction, ...]:
    """Return all bids of 0 to `coins` coins."""
    return tuple(BidCoins(number) for number in range(coins + 1))


def needs_tie_break(state: BidState, ranking: Ranking) -> bool:
    """True if coins break the tie for highest: not under Crowns (B8) or without coins (B13)."""
    return ranking.winner is None and not PRIZES[state.dice].crowns and any(state.coins[seat] for seat in ranking.top)


def pay(state: BidState, coins: Sequence[int]) -> BidState:
    """Pay the coins that each seat bid in a tie-break to the bank (B7)."""
    left = tuple([held - bid for held, bid in zip(state.coins, coins, strict=True)])
    return replace(state, coins=left, bank=state.bank + sum(coins))


def is_last(after: BidState) -> bool:
    """True if the match ends with this round, which is settled (B10 or the round limit)."""
    return has_sole_leader(after) or after.round >= after.options.round_limit


def resolve_bids(state: BidState, joint: Mapping[Player, BidAction], chance: Chance, log: list[Event]) -> BidState:
    """Reveal the bids; a tie for highest opens the tie-break, except under Crowns (B8) or without coins (B13)."""
    bids = tuple([joint[seat].tiles for seat in range(len(joint))])  # type: ignore[union-attr]
    log.append(BidsRevealed(bids))
    ranking = ranking_of(bids)
    if needs_tie_break(state, ranking):
        return replace(state, phase="tie_break", bids=bids, tied=ranking.top)
    return _finish_round(state, bids, ranking, chance, log)


def resolve_tie_break(state: BidState, joint: Mapping[Player, BidAction], chance: Chance, log: list[Event]) -> BidState:
    """Reveal the coins and pay them to the bank (B7). Tied players without coins were not asked and bid 0 (B13)."""
    seats = range(len(state.scores))
    bids = tuple([joint[seat].coins if seat in joint else 0 for seat in seats])  # type: ignore[union-attr]
    log.append(CoinsRevealed(tuple([bids[seat] if seat in state.tied else -1 for seat in seats])))
    return _finish_round(pay(state, bids), state.bids, ranking_with_coins(state.bids, bids), chance, log)


def _finish_round(
    state: BidState, bids: tuple[Tiles, ...], ranking: Ranking, chance: Chance, log: list[Event]
) -> BidState:
    """Settle the round, then end the match or begin the next round."""
    after = settle(state, bids, ranking, log)
    if is_last(after):
        return end_match(replace(after, bids=bids), log)
    return begin_round(after, after.round + 1, chance, log)
