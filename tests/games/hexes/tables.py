"""Positions of Hex Auction made by hand."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import Event, Step
from engine.quick_chance import RandomChance
from games.hexes.rules import HEXES
from games.hexes.rules.actions import FINISH, Bid, HexAction, Place, Take
from games.hexes.rules.board import Laid
from games.hexes.rules.options import HexOptions
from games.hexes.rules.state import HexState
from games.hexes.rules.tiles import HEXES as ALL
from games.hexes.rules.tiles import SPECIALS

CHANCE = RandomChance(0)
FIRST = Laid("PPPSSS", 0, 0, 0)
"""Plum to the right and below, Sky to the left and above."""


def table(hands: Sequence[Sequence[str]], *, board: Sequence[Laid] = (FIRST,), **changes: Any) -> HexState:
    """Return a match in which the first seat is to lay, then the others; the bag holds what lies nowhere."""
    options = changes.pop("options", HexOptions())
    used = {laid.hex for laid in board}.union(*hands, changes.get("drawn", ()))
    bag = tuple(tile for tile in ALL if tile not in used and tile not in SPECIALS)
    seats = tuple(range(len(hands)))
    state = HEXES.initial_state(len(hands), options, CHANCE).state
    laying = replace(
        state,
        phase="lay",
        board=tuple(board),
        hands=tuple(tuple(hand) for hand in hands),
        bag=bag,
        drawn=(),
        tie_breaker=0,
        bids=(0,) * len(hands),
        order=seats[::-1],
        to_move=seats,
    )
    return replace(laying, **changes)


def bidding(tokens: Sequence[int], *, tie_breaker: int = 0, **changes: Any) -> HexState:
    """Return a match in which bids are asked for."""
    state = HEXES.initial_state(len(tokens), HexOptions(), CHANCE).state
    return replace(state, tokens=tuple(tokens), tie_breaker=tie_breaker, **changes)


def bid(state: HexState, *bids: int) -> Step[HexState]:
    """Let all who are asked bid."""
    joint = {player: Bid(bids[player]) for player in HEXES.current_players(state)}
    return HEXES.apply(state, joint, CHANCE)


def play(state: HexState, *actions: HexAction) -> Step[HexState]:
    """Answer for one seat after the other; return the last state and all events."""
    events: tuple[Event, ...] = ()
    for action in actions:
        (player,) = HEXES.current_players(state)
        state, more = HEXES.apply(state, {player: action}, CHANCE)
        events += more
    return Step(state, events)


def only(step: Step[HexState], kind: type[Any]) -> Any:
    """Return the one event of a kind."""
    (event,) = [event for event in step.events if isinstance(event, kind)]
    return event


def take_all(state: HexState) -> HexState:
    """Let each take the first hex shown."""
    while state.phase == "take":
        state = play(state, Take(state.drawn[0])).state
    return state


def places_of(state: HexState, player: int) -> list[Place]:
    """Return the legal placements of a seat."""
    return [action for action in HEXES.legal_actions(state, player) if isinstance(action, Place)]


def may_finish(state: HexState, player: int) -> bool:
    """True if a seat may finish its run."""
    return FINISH in HEXES.legal_actions(state, player)
