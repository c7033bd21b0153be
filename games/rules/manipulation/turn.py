"""A turn: its five actions, which of them are open, and what they do."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from games.rules import piecepack
from games.rules.core import Chance, Event, Player, Step
from games.rules.manipulation.actions import AnyAction, Force, Pass, Pull, Push, Try
from games.rules.manipulation.auction import draw, hold_round
from games.rules.manipulation.ending import end_turn
from games.rules.manipulation.events import Forced, Passed, Pulled, Pushed, TookBack, Tried
from games.rules.manipulation.state import (
    FULL_STOCK,
    Auction,
    Code,
    Hand,
    State,
    Stock,
    in_code,
    with_tile,
    without,
)

VALUES = len(piecepack.RANKS)
PULL = Pull()
PUSH = {tile: Push(tile) for tile in piecepack.TILES}
TRY = {tile: Try(tile) for tile in piecepack.TILES}
PASS = {tile: Pass(tile) for tile in piecepack.TILES}


def can_be_pushed(tile: str, code: Code) -> bool:
    """Tell whether a tile's value is next to the code's tile of its suit; 5 and 0 are neighbours."""
    distance = (piecepack.VALUE[tile] - piecepack.VALUE[in_code(code, tile)]) % VALUES
    return distance in (1, VALUES - 1)


@lru_cache(maxsize=2**14)
def turn_actions(hand: Hand, code: Code, player: Player, seats: int) -> tuple[AnyAction, ...]:
    """Return what the current player may do: push, pull, try, force, pass, in this order (M3, M8)."""
    pushes = [PUSH[tile] for tile in hand if can_be_pushed(tile, code)]
    tries = [TRY[tile] for tile in hand if not can_be_pushed(tile, code)]
    opponents = [(player + steps) % seats for steps in range(1, seats)]
    forces = [Force(opponent) for opponent in opponents]
    return (*pushes, PULL, *tries, *forces, *[PASS[tile] for tile in hand])


def take_turn(state: State, action: AnyAction, chance: Chance) -> Step[State]:
    """Carry out the current player's action."""
    return _DOERS[type(action)](state, action, chance)


def _push(state: State, action: Push, chance: Chance) -> Step[State]:
    tile, player = action.tile, state.player
    old = in_code(state.code, tile)
    hands = _hands_without(state, player, tile)
    pushed = replace(state, code=with_tile(state.code, tile), discards=(*state.discards, old), hands=hands)
    drawn, drew = draw(pushed, player)
    return end_turn(drawn, (Pushed(player, tile, old), drew), chance, player, tile)


def _pull(state: State, action: Pull, chance: Chance) -> Step[State]:
    tile = state.pile[-1]
    auction = Auction(tile, tried=False, bidders=tuple(range(len(state.stocks))))  # M1
    return hold_round(replace(state, pile=state.pile[:-1]), auction, (Pulled(state.player, tile),), chance)


def _try(state: State, action: Try, chance: Chance) -> Step[State]:
    tile = action.tile
    auction = Auction(tile, tried=True, bidders=tuple(range(len(state.stocks))))  # M1
    shown = replace(state, hands=_hands_without(state, state.player, tile))
    return hold_round(shown, auction, (Tried(state.player, tile),), chance)  # M3


def _force(state: State, action: Force, chance: Chance) -> Step[State]:
    opponent = action.opponent
    hand = state.hands[opponent]
    tile = hand[chance.below(len(hand))]  # M8
    drawn, drew = draw(_discard(state, opponent, tile), opponent)
    return end_turn(drawn, (Forced(state.player, opponent, tile), drew), chance)


def _pass(state: State, action: Pass, chance: Chance) -> Step[State]:
    player = state.player
    state, drew = draw(_discard(state, player, action.tile), player)
    events: tuple[Event, ...] = (Passed(player, action.tile), drew)
    coin = lowest_spent(state.stocks[player])
    if coin is None:
        return end_turn(state, events, chance)
    return end_turn(_take_back(state, player, coin), (*events, TookBack(player, coin)), chance)


def lowest_spent(stock: Stock) -> int | None:
    """Return the lowest coin that is missing from a stock, if any is."""
    return next((coin for coin in FULL_STOCK if coin not in stock), None)


def _take_back(state: State, player: Player, coin: int) -> State:
    stock = tuple(sorted((*state.stocks[player], coin)))
    return replace(state, stocks=(*state.stocks[:player], stock, *state.stocks[player + 1 :]))


def _discard(state: State, player: Player, tile: str) -> State:
    return replace(state, hands=_hands_without(state, player, tile), discards=(*state.discards, tile))


def _hands_without(state: State, player: Player, tile: str) -> tuple[Hand, ...]:
    return tuple([without(hand, tile) if seat == player else hand for seat, hand in enumerate(state.hands)])


_DOERS: dict[type, Callable[[State, Any, Chance], Step[State]]] = {
    Push: _push,
    Pull: _pull,
    Try: _try,
    Force: _force,
    Pass: _pass,
}
