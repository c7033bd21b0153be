"""The state of a match of Concealed Draw."""

from typing import Literal

import msgspec

from engine import Player, State
from games.plaques.rules.concealed.options import ConcealedOptions
from games.plaques.rules.pieces import Tableau

Phase = Literal["draw", "discard", "nominate", "over"]
Source = Literal["pile", "centre"]


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """The end of the last round: all tableaux and the best one."""

    round: int
    tableaux: tuple[Tableau, ...]
    declarer: Player
    winner: Player


class ConcealedState(State, frozen=True):
    """Everything about a match; rows have one entry per seat."""

    options: ConcealedOptions
    seated: tuple[Player, ...]
    """The players still in, in seat order."""
    lives: tuple[int, ...]
    round: int
    dealer: Player
    phase: Phase
    turn: Player
    """The player whose turn it is or who nominates; at the end, the winner."""
    turns: tuple[int, ...]
    """The number of turns each seat has ended in this round."""
    tableaux: tuple[Tableau, ...]
    """Seven plaques each, without the one drawn and not followed by a discard yet."""
    known: tuple[Tableau, ...]
    """The plaques of each tableau that everyone saw taken from the centre."""
    pile: Tableau
    """The face-down plaques, top first."""
    centre: Tableau
    """The discards, oldest first."""
    drawn: str | None = None
    """The eighth plaque of the player who must discard."""
    source: Source | None = None
    """Where the drawn plaque came from."""
    declarer: Player | None = None
    went_out: tuple[Player, ...] = ()
    """The players who are out, first to go out first."""
    last: Showdown | None = None
