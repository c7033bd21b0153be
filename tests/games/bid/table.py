"""Tables of Bid! for tests: states built at will, and dice that fall as written."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine import Event, Step
from engine.piecepack import INDEX, RANKS
from games.bid.rules import BID
from games.bid.rules.actions import Bid, BidAction, BidCoins
from games.bid.rules.options import BidOptions
from games.bid.rules.state import BidState
from tests.support.chance import ScriptedChance

PLAIN = "S2 M2 C2 A2"
"""Dice without null or ace: 8 points."""

STRONG_FIRST = (
    ("Sa", "S2", "S3", "S4", "S5", "Ma"),
    ("Sn", "Mn", "M2", "M3", "M4", "M5"),
    ("Cn", "Ca", "C2", "C3", "C4", "C5"),
)
"""Hands of three: 16 on tiles, 14 and 15."""

STRONG_TWO = (
    ("Sa", "S2", "S3", "S4", "S5", "Ma"),
    ("Sn", "M2", "M3", "M4", "M5", "C2"),
    ("Mn", "Cn", "Ca", "C3", "C4", "C5"),
)
"""Hands of three: 16 on tiles, 16 and 13."""


def faces(text: str) -> tuple[str, ...]:
    """Dice written with spaces: "S2 Mn Ca A5"."""
    return tuple(text.split())


def draws_of(text: str) -> list[int]:
    """The draws that let dice fall so."""
    return [RANKS.index(face[1]) for face in faces(text)]


def opened(players: int = 3, dice: str = PLAIN, roller: int = 0, **options: Any) -> BidState:
    """A match just begun: these dice lie there and the reroll window is open."""
    chance = ScriptedChance([roller, *draws_of(dice)])
    state = BID.initial_state(players, BidOptions(**options), chance).state
    assert chance.used_up
    return state


def auction(dice: str = PLAIN, players: int = 3, **fields: Any) -> BidState:
    """A match whose window has closed: bids are awaited. Fields replace those of a match just begun."""
    return with_coins(replace(opened(players), phase="bid", dice=faces(dice)), **fields)


def with_coins(state: BidState, **fields: Any) -> BidState:
    """The state with these fields; unless `bank` is given, it holds all coins that no player has."""
    changed = replace(state, **fields)
    if "bank" in fields:
        return changed
    return replace(changed, bank=6 * len(changed.scores) - sum(changed.coins))


def play(state: BidState, joint: Mapping[int, BidAction], then: str = "") -> Step[BidState]:
    """Apply answers; exactly the dice of `then` must be rolled."""
    chance = ScriptedChance(draws_of(then))
    step = BID.apply(state, joint, chance)
    assert chance.used_up
    return step


def bid(state: BidState, *tiles: str, then: str = PLAIN) -> Step[BidState]:
    """Everyone bids, by seat: "S5", or "S3 S5"; the next round's dice fall as `then` says."""
    return play(state, {seat: Bid(tuple(text.split())) for seat, text in enumerate(tiles)}, then)


def bid_coins(state: BidState, then: str = PLAIN, **coins: int) -> Step[BidState]:
    """Those tied bid coins: `bid_coins(state, s0=1, s2=0)`."""
    return play(state, {int(seat[1:]): BidCoins(number) for seat, number in coins.items()}, then)


def events_of(step: Step[BidState], kind: type[Event]) -> list[Any]:
    """The step's events of one kind."""
    return [event for event in step.events if type(event) is kind]


def hand_after(state: BidState, seat: int, gives: str, gets: str) -> tuple[str, ...]:
    """A hand of `state` after tiles have left and come."""
    kept = [tile for tile in state.hands[seat] if tile not in gives.split()]
    return tuple(sorted([*kept, *gets.split()], key=INDEX.__getitem__))
