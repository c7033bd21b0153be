"""An auction: sealed coins, ties, how chance breaks them, and the winner's decision."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from engine import Chance, Event, Player, Step, choice
from games.manipulation.rules.actions import Bid, ManipulationAction, Replace
from games.manipulation.rules.ending import end_turn
from games.manipulation.rules.events import CoinsDrawn, CoinsRevealed, DiceRolled, Drew, Kept, Replaced, Tied, Won
from games.manipulation.rules.state import (
    NULL,
    Auction,
    ManipulationState,
    Stock,
    in_code,
    players_awaited,
    with_drawn,
    with_tile,
)

DIE_FACES = 6


def hold_round(
    state: ManipulationState, auction: Auction, events: tuple[Event, ...], chance: Chance
) -> Step[ManipulationState]:
    """Wait for the coins of a round, or go on at once if every bidder has only the null left (M4)."""
    state = replace(state, auction=auction)
    if players_awaited(state.stocks, auction):
        return Step(state, events)
    return reveal(state, auction, {}, events, chance)


def reveal(
    state: ManipulationState, auction: Auction, bids: Mapping[Player, Bid], events: tuple[Event, ...], chance: Chance
) -> Step[ManipulationState]:
    """Reveal the coins of a round; players who were not asked bid the null (M4)."""
    coins = {player: bids[player].coin if player in bids else NULL for player in auction.bidders}
    highest = max(coins.values())
    tied = tuple([player for player, coin in coins.items() if coin == highest])
    state = replace(state, stocks=_spend(state.stocks, tied, highest))
    events = (*events, CoinsRevealed(auction.round, _by_seat(state, coins)))
    if len(tied) == 1:
        return _award(state, auction, tied[0], (*events, Won(tied[0], highest)))
    events = (*events, Tied(auction.round, tied, highest))
    if auction.round == 1:
        return hold_round(state, replace(auction, bidders=tied, round=2), events, chance)
    winner, luck = _break_tie(state, tied, chance)
    return _award(state, auction, winner, (*events, *luck, Won(winner, None)))


def decide(
    state: ManipulationState, auction: Auction, winner: Player, decision: ManipulationAction, chance: Chance
) -> Step[ManipulationState]:
    """Carry out the winner's decision; a player who tried a tile draws another (M15)."""
    offered = auction.offered
    old = in_code(state.code, offered)
    if isinstance(decision, Replace):
        after = replace(state, code=with_tile(state.code, offered), discards=(*state.discards, old))
        drawn, drew = _draw_if_tried(after, auction)
        return end_turn(drawn, (Replaced(winner, offered, old), *drew), chance, winner, offered)
    drawn, drew = _draw_if_tried(replace(state, discards=(*state.discards, offered)), auction)
    return end_turn(drawn, (Kept(winner, offered, old), *drew), chance)


def draw(state: ManipulationState, player: Player) -> tuple[ManipulationState, Drew]:
    """Draw the top tile of the pile, which is never empty within a turn (M6)."""
    tile = state.pile[-1]
    hands = tuple([with_drawn(hand, tile) if seat == player else hand for seat, hand in enumerate(state.hands)])
    return replace(state, pile=state.pile[:-1], hands=hands), Drew(player, tile)


def _draw_if_tried(state: ManipulationState, auction: Auction) -> tuple[ManipulationState, tuple[Event, ...]]:
    if not auction.tried:
        return state, ()
    state, drew = draw(state, state.player)
    return state, (drew,)


def _award(
    state: ManipulationState, auction: Auction, winner: Player, events: tuple[Event, ...]
) -> Step[ManipulationState]:
    return Step(replace(state, auction=replace(auction, winner=winner)), events)


def _spend(stocks: tuple[Stock, ...], players: tuple[Player, ...], coin: int) -> tuple[Stock, ...]:
    """Remove a spent coin from the stocks of its owners; a null is never spent (M13)."""
    if coin == NULL:
        return stocks
    return tuple(
        [
            tuple([held for held in stock if held != coin]) if player in players else stock
            for player, stock in enumerate(stocks)
        ]
    )


def _break_tie(
    state: ManipulationState, tied: tuple[Player, ...], chance: Chance
) -> tuple[Player, tuple[CoinsDrawn | DiceRolled, ...]]:
    """Break a tie of the second round: the tied players draw coins, those still tied roll dice (M5)."""
    coins, tied = _luck(tied, lambda player: choice(chance, state.stocks[player]))
    events: tuple[CoinsDrawn | DiceRolled, ...] = (CoinsDrawn(_by_seat(state, coins)),)
    while len(tied) > 1:
        dice, tied = _luck(tied, lambda _: chance.below(DIE_FACES))
        events = (*events, DiceRolled(_by_seat(state, dice)))
    return tied[0], events


def _luck(players: tuple[Player, ...], number: Callable[[Player], int]) -> tuple[dict[Player, int], tuple[Player, ...]]:
    """Draw a number for each player; return all numbers and the players with the highest."""
    numbers = {player: number(player) for player in players}
    highest = max(numbers.values())
    return numbers, tuple([player for player in players if numbers[player] == highest])


def _by_seat(state: ManipulationState, numbers: Mapping[Player, int]) -> tuple[int | None, ...]:
    return tuple([numbers.get(player) for player in range(len(state.stocks))])
