"""The end of a round: order of bids, points, coins and the exchange of tiles."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.rules.bid.events import (
    AuctionTied,
    AuctionWon,
    BankShort,
    CoinsPaid,
    MatchEnded,
    TilesExchanged,
)
from games.rules.bid.state import ACE_OF_CROWNS, ACE_OF_MOONS, BidState, is_double, null_coins, points_up
from games.rules.core import Event, Player, Step
from games.rules.piecepack import INDEX, VALUE

Gift = tuple[Player, Player, tuple[str, ...]]


def bid_sums(bids: Sequence[tuple[str, ...]]) -> list[int]:
    """The strength of each bid: the sum of its tiles (B5)."""
    return [VALUE[tiles[0]] if len(tiles) == 1 else VALUE[tiles[0]] + VALUE[tiles[1]] for tiles in bids]


def settle(state: BidState, coin_bids: Sequence[int]) -> Step[BidState]:
    """Score a round whose bids are known. `coin_bids` holds what each seat bid in a tie-break."""
    sums = bid_sums(state.bids)
    highest = max(sums)
    top = [seat for seat, total in enumerate(sums) if total == highest]
    if len(top) > 1 and state.dice[2] != ACE_OF_CROWNS:
        most = max([coin_bids[seat] for seat in top])
        top = [seat for seat in top if coin_bids[seat] == most]  # B5
    winner = top[0] if len(top) == 1 else None
    paid, events = _pay(state, winner, top, coin_bids)
    gifts = exchange(state.bids, sums, coin_bids)
    if gifts:
        paid = replace(paid, hands=_hands_after(paid.hands, gifts))
        events.append(TilesExchanged(gifts))
    return Step(paid, tuple(events))


def _pay(
    state: BidState, winner: Player | None, top: Sequence[Player], coin_bids: Sequence[int]
) -> tuple[BidState, list[Event]]:
    """Points and coins, in the order of B7; the winner rolls next (B1)."""
    points = points_up(state.dice)
    scores = list(state.scores)
    coins = [held - bid for held, bid in zip(state.coins, coin_bids, strict=True)]
    bank = state.bank + sum(coin_bids)
    events: list[Event] = []
    roller = state.roller
    if winner is not None:
        won = min(null_coins(state.dice), bank)
        scores[winner] += points
        coins[winner] += won
        bank -= won
        roller = winner
        events.append(AuctionWon(state.round, winner, points, won))
    else:
        lost = points if state.dice[2] == ACE_OF_CROWNS else 0  # B8
        for seat in top:
            scores[seat] -= lost
        events.append(AuctionTied(state.round, tuple(top), lost))
    if state.dice[1] == ACE_OF_MOONS:
        bank -= _moons(coins, bank, winner, 1 + is_double(state.dice), events)
    paid = replace(state, scores=tuple(scores), coins=tuple(coins), bank=bank, roller=roller)
    return paid, events


def _moons(coins: list[int], bank: int, winner: Player | None, each: int, events: list[Event]) -> int:
    """Pay everyone who did not win, or nobody if the bank is short (B7); return what was paid."""
    payees = [seat for seat in range(len(coins)) if seat != winner]
    if each * len(payees) > bank:
        events.append(BankShort())
        return 0
    for seat in payees:
        coins[seat] += each
    events.append(CoinsPaid(tuple(payees), each))
    return each * len(payees)


def exchange(bids: Sequence[tuple[str, ...]], sums: Sequence[int], coin_bids: Sequence[int]) -> tuple[Gift, ...]:
    """Gifts of tiles: those not tied give to the next lower, the lowest to the highest (B6)."""
    # Only those tied for the highest sum bid coins, and never as many as 64 (B5).
    ranks = [total * 64 + coins for total, coins in zip(sums, coin_bids, strict=True)]
    cycle = [seat for seat, rank in enumerate(ranks) if ranks.count(rank) == 1]
    if len(cycle) < 2:
        return ()
    cycle.sort(key=ranks.__getitem__, reverse=True)
    receivers = [*cycle[1:], cycle[0]]
    return tuple([(giver, taker, bids[giver]) for giver, taker in zip(cycle, receivers, strict=True)])


def _hands_after(hands: tuple[tuple[str, ...], ...], gifts: Sequence[Gift]) -> tuple[tuple[str, ...], ...]:
    """Hands after the gifts; every hand holds six tiles again (B6)."""
    changed = [list(hand) for hand in hands]
    for giver, _, tiles in gifts:
        for tile in tiles:
            changed[giver].remove(tile)
    for _, taker, tiles in gifts:
        changed[taker].extend(tiles)
    for _, taker, _ in gifts:
        changed[taker].sort(key=INDEX.__getitem__)
    return tuple([tuple(hand) for hand in changed])


def has_sole_leader(state: BidState) -> bool:
    """Whether exactly one player leads, with the target or more (B10)."""
    best = max(state.scores)
    return best >= state.options.target and state.scores.count(best) == 1


def ended(state: BidState, events: tuple[Event, ...]) -> Step[BidState]:
    """End the match."""
    return Step(replace(state, phase="over"), (*events, MatchEnded(state.scores)))
