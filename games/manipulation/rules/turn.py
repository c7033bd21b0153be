"""A turn: its five actions, which of them are legal, and their effects."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from engine import Chance, Event, Player, Step, piecepack
from games.manipulation.rules.actions import Force, ManipulationAction, Pass, Pull, Push, Try
from games.manipulation.rules.auction import draw, hold_round
from games.manipulation.rules.ending import end_turn
from games.manipulation.rules.events import Forced, Passed, Pulled, Pushed, TookBack, Tried
from games.manipulation.rules.state import (
    FULL_STOCK,
    Auction,
    Code,
    Hand,
    ManipulationState,
    Stock,
    in_code,
    with_tile,
    without,
)

PULL = Pull()
PUSH = {tile: Push(tile) for tile in piecepack.TILES}
TRY = {tile: Try(tile) for tile in piecepack.TILES}
PASS = {tile: Pass(tile) for tile in piecepack.TILES}


def _neighbours(tile: str) -> frozenset[str]:
    """Return the tiles of the same suit with a value one above or below; 5 and 0 are neighbours."""
    suit, value = tile[0], piecepack.VALUE[tile]
    return frozenset(suit + piecepack.RANKS[(value + step) % len(piecepack.RANKS)] for step in (1, -1))


NEIGHBOURS = {tile: _neighbours(tile) for tile in piecepack.TILES}


def can_be_pushed(tile: str, code: Code) -> bool:
    """True if the code's tile of the same suit is a neighbour."""
    return not NEIGHBOURS[tile].isdisjoint(code)


# Listing and checking a turn ask for the same few; a larger cache would spill the processor's cache.
@lru_cache(maxsize=64)
def turn_actions(hand: Hand, code: Code, player: Player, seats: int) -> tuple[ManipulationAction, ...]:
    """Return the current player's actions: push, pull, try, force, pass, in this order (M3, M8)."""
    pushes: list[ManipulationAction] = []
    tries: list[ManipulationAction] = []
    for tile in hand:
        if can_be_pushed(tile, code):
            pushes.append(PUSH[tile])
        else:
            tries.append(TRY[tile])
    return (*pushes, PULL, *tries, *_forces(player, seats), *[PASS[tile] for tile in hand])


@lru_cache
def _forces(player: Player, seats: int) -> tuple[Force, ...]:
    """Return one `Force` for each opponent, starting with the next in turn."""
    return tuple(Force((player + steps) % seats) for steps in range(1, seats))


def take_turn(state: ManipulationState, action: ManipulationAction, chance: Chance) -> Step[ManipulationState]:
    """Carry out the current player's action."""
    return _DOERS[type(action)](state, action, chance)


def _push(state: ManipulationState, action: Push, chance: Chance) -> Step[ManipulationState]:
    tile, player = action.tile, state.player
    old = in_code(state.code, tile)
    hands = _hands_without(state, player, tile)
    pushed = replace(state, code=with_tile(state.code, tile), discards=(*state.discards, old), hands=hands)
    drawn, drew = draw(pushed, player)
    return end_turn(drawn, (Pushed(player, tile, old), drew), chance, player, tile)


def _pull(state: ManipulationState, action: Pull, chance: Chance) -> Step[ManipulationState]:
    tile = state.pile[-1]
    auction = Auction(tile, tried=False, bidders=tuple(range(len(state.stocks))))  # M1
    return hold_round(replace(state, pile=state.pile[:-1]), auction, (Pulled(state.turn, state.player, tile),), chance)


def _try(state: ManipulationState, action: Try, chance: Chance) -> Step[ManipulationState]:
    tile = action.tile
    auction = Auction(tile, tried=True, bidders=tuple(range(len(state.stocks))))  # M1
    shown = replace(state, hands=_hands_without(state, state.player, tile))
    return hold_round(shown, auction, (Tried(state.turn, state.player, tile),), chance)  # M3


def _force(state: ManipulationState, action: Force, chance: Chance) -> Step[ManipulationState]:
    opponent = action.opponent
    hand = state.hands[opponent]
    tile = hand[chance.below(len(hand))]  # M8
    drawn, drew = draw(_discard(state, opponent, tile), opponent)
    return end_turn(drawn, (Forced(state.player, opponent, tile), drew), chance)


def _pass(state: ManipulationState, action: Pass, chance: Chance) -> Step[ManipulationState]:
    """Draw, then take back the lowest coin that was spent (M14)."""
    player = state.player
    state, drew = draw(_discard(state, player, action.tile), player)
    events: tuple[Event, ...] = (Passed(player, action.tile), drew)
    coin = lowest_spent(state.stocks[player])
    if coin is None:
        return end_turn(state, events, chance)
    return end_turn(_take_back(state, player, coin), (*events, TookBack(player, coin)), chance)


def lowest_spent(stock: Stock) -> int | None:
    """Return the lowest coin missing from a stock, if any."""
    return next((coin for coin in FULL_STOCK if coin not in stock), None)


def _take_back(state: ManipulationState, player: Player, coin: int) -> ManipulationState:
    stock = tuple(sorted((*state.stocks[player], coin)))
    return replace(state, stocks=(*state.stocks[:player], stock, *state.stocks[player + 1 :]))


def _discard(state: ManipulationState, player: Player, tile: str) -> ManipulationState:
    return replace(state, hands=_hands_without(state, player, tile), discards=(*state.discards, tile))


def _hands_without(state: ManipulationState, player: Player, tile: str) -> tuple[Hand, ...]:
    return tuple([without(hand, tile) if seat == player else hand for seat, hand in enumerate(state.hands)])


_DOERS: dict[type, Callable[[ManipulationState, Any, Chance], Step[ManipulationState]]] = {
    Push: _push,
    Pull: _pull,
    Try: _try,
    Force: _force,
    Pass: _pass,
}
