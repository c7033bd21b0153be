"""The end of a round: points, coins and the exchange of tiles. Events are added to `log`."""

from bisect import insort

from msgspec.structs import replace

from engine import Event, Player
from engine.piecepack import INDEX
from games.bid.rules.dice import PRIZES, Prize
from games.bid.rules.events import (
    AuctionTied,
    AuctionWon,
    BankShort,
    CoinsPaid,
    MatchEnded,
    TilesExchanged,
)
from games.bid.rules.ranking import Gifts, Ranking, Tiles
from games.bid.rules.state import BidState

_IN_ORDER = INDEX.__getitem__


def settle(state: BidState, bids: tuple[Tiles, ...], ranking: Ranking, log: list[Event]) -> BidState:
    """Score a round, pay coins (B7) and exchange tiles (B6)."""
    prize = PRIZES[state.dice]
    winner = ranking.winner
    if winner is None:
        settled = _leave_unwon(state, ranking.top, prize, log)
    else:
        settled = _pay_winner(state, winner, prize, log)
    if prize.moons_coins:
        settled = _pay_moons(settled, winner, prize.moons_coins, log)
    return _exchange(settled, bids, ranking.gifts, log) if ranking.gifts else settled


def _pay_winner(state: BidState, winner: Player, prize: Prize, log: list[Event]) -> BidState:
    """Pay points, and null coins as far as the bank has them (B7), to the winner, who rolls next (B1)."""
    won = min(prize.null_coins, state.bank)
    log.append(AuctionWon(state.round, winner, prize.points, won))
    scores = _added(state.scores, winner, prize.points)
    if not won:
        return replace(state, scores=scores, roller=winner)
    coins = _added(state.coins, winner, won)
    return replace(state, scores=scores, roller=winner, coins=coins, bank=state.bank - won)


def _added(numbers: tuple[int, ...], seat: Player, more: int) -> tuple[int, ...]:
    """Return the numbers with `more` added at one seat."""
    changed = list(numbers)
    changed[seat] += more
    return tuple(changed)


def _leave_unwon(state: BidState, tied: tuple[Player, ...], prize: Prize, log: list[Event]) -> BidState:
    """Record an auction that nobody won; under Crowns the tied players lose the points (B8)."""
    lost = prize.points if prize.crowns else 0
    log.append(AuctionTied(state.round, tied, lost))
    return replace(state, scores=tuple([score - lost * (seat in tied) for seat, score in enumerate(state.scores)]))


def _pay_moons(state: BidState, winner: Player | None, each: int, log: list[Event]) -> BidState:
    """Pay every player who did not win, or none if the bank is short (B7)."""
    payees = tuple([seat for seat in range(len(state.coins)) if seat != winner])
    total = each * len(payees)
    if total > state.bank:
        log.append(BankShort())
        return state
    log.append(CoinsPaid(payees, each))
    coins = tuple([held + each * (seat != winner) for seat, held in enumerate(state.coins)])
    return replace(state, coins=coins, bank=state.bank - total)


def _exchange(state: BidState, bids: tuple[Tiles, ...], gifts: Gifts, log: list[Event]) -> BidState:
    """Move each giver's tiles to the receiver; every hand holds six again (B6)."""
    hands = list(state.hands)
    given = []
    for giver, taker in gifts:
        given.append((giver, taker, bids[giver]))
        hands[taker] = _traded(hands[taker], bids[taker], bids[giver])
    log.append(TilesExchanged(tuple(given)))
    return replace(state, hands=tuple(hands))


def _traded(hand: Tiles, gives: Tiles, gets: Tiles) -> Tiles:
    """Return a hand, sorted, with one or two of its tiles replaced."""
    changed = list(hand)
    for tile in gives:
        changed.remove(tile)
    for tile in gets:
        insort(changed, tile, key=_IN_ORDER)
    return tuple(changed)


def has_sole_leader(state: BidState) -> bool:
    """True if exactly one player leads, with the target or more (B10)."""
    best = max(state.scores)
    return best >= state.options.target and state.scores.count(best) == 1


def end_match(state: BidState, log: list[Event]) -> BidState:
    """End the match."""
    log.append(MatchEnded(state.scores))
    return replace(state, phase="over", tied=())
