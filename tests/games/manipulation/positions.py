"""Positions of Manipulation for tests, and steps from them with chosen chance."""

from typing import Any

from engine import Event, RecordedChance, Step
from engine.piecepack import INDEX, SUITS, TILES
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.actions import Bid, ManipulationAction
from games.manipulation.rules.options import ManipulationOptions
from games.manipulation.rules.state import FULL_STOCK, Code, ManipulationState


def code_of(ranks: str) -> Code:
    """Make a code of four ranks in the order of the suits: "n54a"."""
    suns, moons, crowns, arms = (suit + rank for suit, rank in zip(SUITS, ranks, strict=True))
    return suns, moons, crowns, arms


def position(
    hands: tuple[str, ...],
    code: str = "5555",
    goals: tuple[str, ...] = ("nnnn", "aaaa", "2222", "3333"),
    pile: str = "",
    **fields: Any,
) -> ManipulationState:
    """Make a position at the start of seat 0's turn; tiles not named are discards, and those of `pile` the draw pile.

    Hands and pile are tiles with spaces between; the first tile of the pile is its top.
    """
    held = tuple(tuple(sorted(hand.split(), key=INDEX.__getitem__)) for hand in hands)
    drawn = tuple(reversed(pile.split()))
    placed = {*code_of(code), *drawn, *(tile for hand in held for tile in hand)}
    values: dict[str, Any] = {
        "options": ManipulationOptions(turn_limit=60, suits_to_win=4),
        "goals": tuple(code_of(goal) for goal in goals[: len(hands)]),
        "first_code": code_of("4444"),
        "code": code_of(code),
        "hands": held,
        "pile": drawn,
        "discards": tuple(tile for tile in TILES if tile not in placed),
        "stocks": (FULL_STOCK,) * len(hands),
        "player": 0,
        "batches": (0,) * len(TILES),
    }
    return ManipulationState(**(values | fields))


def play(state: ManipulationState, joint: dict[int, ManipulationAction], *draws: int) -> Step[ManipulationState]:
    """Take one step; chance gives exactly `draws`."""
    chance = RecordedChance(draws)
    step = MANIPULATION.apply(state, joint, chance)
    assert chance.used_up
    return step


def bid(state: ManipulationState, *coins: int | None, draws: tuple[int, ...] = ()) -> Step[ManipulationState]:
    """Let seats bid these coins; None for a seat that is not asked."""
    return play(state, {seat: Bid(coin) for seat, coin in enumerate(coins) if coin is not None}, *draws)


def of_type(events: tuple[Event, ...], kind: type[Event]) -> list[Any]:
    """Pick the events of one type."""
    return [event for event in events if isinstance(event, kind)]
