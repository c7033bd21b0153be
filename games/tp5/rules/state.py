"""The state of a match of TP5.

A *place* is a public position of a tile: the four slots of seat 0 are places 0 to 3, those of seat 1
places 4 to 7 and so on; the centre follows. The tile at a place is secret until it is shown.
"""

from functools import cache
from itertools import compress
from typing import Literal

import msgspec

from engine import Player, State
from engine.piecepack import TILES
from games.tp5.rules.options import ChosenBy, Key, Reveal

ROW = 4
"""The number of tiles in a row, of identifiers per player and of identifiers that fit on a tile (T1, T5)."""

PLACES_MOST = 2 * len(TILES)
"""The number of tiles with two piecepacks (T1)."""

NOBODY = -1

Owners = tuple[tuple[Player, ...], ...]
"""The owners of the identifiers on each tile, or in each hand."""

Phase = Literal[
    "choose",
    "deal",
    "pass_on",
    "turn_up",
    "statement",
    "give",
    "claim",
    "before_roll",
    "send_back",
    "place_again",
    "roll",
    "disgrace",
    "mine",
    "scoring",
    "over",
]


class Statement(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A statement about a tile: its suit is one of these and its value one of those (T4), or either (T20)."""

    slot: int
    suits: tuple[str, ...]
    values: tuple[int, ...]
    either: bool = False


class Tp5State(State, frozen=True):
    """Everything about a match. Per-seat fields are tuples indexed by seat, per-place fields by place."""

    players: int
    rounds: int
    offered: tuple[Key, ...]
    chosen_by: ChosenBy
    reveal: Reveal
    round: int
    phase: Phase
    dealer: Player
    points: tuple[int, ...]
    beaten: tuple[int, ...]
    """The number of players beaten, over all contests so far (T9)."""
    asked: tuple[Player, ...] = ()
    """The players with more than one answer, derived only from public fields."""
    in_play: tuple[Key, ...] = ()
    turn: Player = 0
    """The next player, in phases played in turn."""
    tiles: tuple[str, ...] = ()
    """Secret, by place; () before the deal."""
    up: tuple[int, ...] = ()
    """The places of tiles that are turned up."""
    claims: tuple[tuple[Player, ...], ...] = ()
    """The owners of the identifiers on each tile, by place."""
    hogged: tuple[int, ...] = ()
    """The places whose tile lies behind its row."""
    held: tuple[tuple[Player, ...], ...] = ()
    """The owners of the identifiers in each hand, by seat."""
    received_at: tuple[int, ...] = ()
    """Secret, by seat: the slot of the tile passed from the left (Tile Trickery)."""
    shown: tuple[str | None, ...] = ()
    """The tile that each seat revealed."""
    shown_at: tuple[int | None, ...] = ()
    """Secret, by seat: the current slot of that tile (T2)."""
    statements: tuple[Statement | None, ...] = ()
    ruled_out: tuple[tuple[int, ...], ...] = ()
    """By place: values the tile cannot have, as it stayed face down when they were called."""
    evictor: Player = NOBODY
    to_evict: tuple[Player, ...] = ()
    """The players who still have an identifier to remove from the evictor's row."""
    die: int = 0
    """The roll; 0 before it."""
    void: tuple[int, ...] = ()
    """The places of tiles that nobody may use (Land Mine)."""
    or_statements: bool = False
    """True if statements may join suits and values with “or” (T20)."""


@cache
def row_of(player: Player) -> range:
    """Return the places of a player's home row."""
    return range(ROW * player, ROW * player + ROW)


@cache
def clockwise(first: Player, players: int) -> tuple[Player, ...]:
    """Return all seats clockwise, beginning with `first`."""
    return tuple([(first + ahead) % players for ahead in range(players)])


def left_of(player: Player, players: int) -> Player:
    """Return the next seat clockwise."""
    return (player + 1) % players


def right_of(player: Player, players: int) -> Player:
    """Return the previous seat, which gets the tile that `player` passes on."""
    return (player - 1) % players


def claims_of(claims: Owners, owner: Player) -> tuple[int, ...]:
    """Return the places of an owner's identifiers."""
    known, places = _LATEST[0]
    if known is not claims:
        places = _places_by_owner(claims)
        _LATEST[0] = claims, places
    return places.get(owner, ())


_LATEST: list[tuple[Owners, dict[Player, tuple[int, ...]]]] = [((), {})]
"""The latest claims and the places of each owner. They are asked for many times in a row, and slow to hash."""


def _places_by_owner(claims: Owners) -> dict[Player, tuple[int, ...]]:
    places: dict[Player, tuple[int, ...]] = {}
    for place in compress(range(len(claims)), claims):  # most tiles have no owners
        for owner in claims[place]:
            places[owner] = (*places.get(owner, ()), place)
    return places


def spot_of(state: Tp5State, place: int) -> tuple[Player | None, int]:
    """Return a place as events write it: seat and slot, or None and a slot of the centre."""
    seat, slot = divmod(place, ROW)
    return (seat, slot) if seat < state.players else (None, place - ROW * state.players)
