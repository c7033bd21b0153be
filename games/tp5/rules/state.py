"""The state of a match of TP5.

A *place* is where a tile lies, known to all: the four slots of seat 0 are places 0 to 3, those of
seat 1 places 4 to 7 and so on; the centre follows. What lies there is secret until it is shown.
"""

from typing import Literal

import msgspec

from games.rules.core import Player, State
from games.rules.tp5.options import ChosenBy, Key, Reveal

ROW = 4
"""Tiles in a row, identifiers of a player, and identifiers that a tile can take (T1, T5)."""

NOBODY = -1

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
    "place_anew",
    "roll",
    "disgrace",
    "mine",
    "scoring",
    "over",
]


class Statement(msgspec.Struct, frozen=True, gc=False):
    """What was said of a tile: its suit is one of these, its value one of those (T4)."""

    slot: int
    suits: tuple[str, ...]
    values: tuple[int, ...]


class Tp5State(State, frozen=True):
    """Everything about a match. Fields by seat are tuples by seat number, fields by place by place."""

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
    """Players beaten, over all contests so far (T9)."""
    asked: tuple[Player, ...] = ()
    """Players who have more than one answer; worked out of public fields alone."""
    in_play: tuple[Key, ...] = ()
    turn: Player = 0
    """The player who is next, where players act in turn."""
    tiles: tuple[str, ...] = ()
    """Secret, by place; () until the deal."""
    up: tuple[int, ...] = ()
    """Places of tiles that lie turned up."""
    claims: tuple[tuple[Player, ...], ...] = ()
    """Owners of the identifiers on each tile, by place."""
    hogged: tuple[int, ...] = ()
    """Places whose tile lies behind its row."""
    held: tuple[tuple[Player, ...], ...] = ()
    """Owners of the identifiers in each hand, by seat."""
    received_at: tuple[int, ...] = ()
    """Secret, by seat: the slot of the tile passed from the left (Tile Trickery)."""
    shown: tuple[str | None, ...] = ()
    """The tile that each seat revealed."""
    shown_at: tuple[int | None, ...] = ()
    """Secret, by seat: the slot where that tile lies now (T2)."""
    statements: tuple[Statement | None, ...] = ()
    ruled_out: tuple[tuple[int, ...], ...] = ()
    """By place: values that the tile cannot have, since it stayed face down when they were called."""
    evictor: Player = NOBODY
    to_evict: tuple[Player, ...] = ()
    """Players of whom an identifier is still to be sent off the evictor's row."""
    die: int = 0
    """What was rolled; 0 before the roll."""
    void: tuple[int, ...] = ()
    """Places of tiles that nobody may use (Land Mine)."""


def row_of(player: Player) -> range:
    """The places of a player's home row."""
    return range(ROW * player, ROW * player + ROW)


def clockwise(first: Player, players: int) -> tuple[Player, ...]:
    """All seats to the left, beginning with `first`."""
    return tuple([(first + ahead) % players for ahead in range(players)])


def left_of(player: Player, players: int) -> Player:
    """The next seat clockwise."""
    return (player + 1) % players


def right_of(player: Player, players: int) -> Player:
    """The seat before, who gets the tile that `player` passes on."""
    return (player - 1) % players


def claims_of(claims: tuple[tuple[Player, ...], ...], owner: Player) -> tuple[int, ...]:
    """Places where an owner's identifiers lie."""
    return tuple([place for place, owners in enumerate(claims) if owner in owners])


def spot_of(state: Tp5State, place: int) -> tuple[Player | None, int]:
    """A place as events write it: seat and slot, or None and a slot of the centre."""
    seat, slot = divmod(place, ROW)
    return (seat, slot) if seat < state.players else (None, place - ROW * state.players)
