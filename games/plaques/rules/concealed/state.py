"""A match of Concealed Draw as it stands."""

from typing import Literal

import msgspec

from games.rules.core import Player, State
from games.rules.plaques.concealed.options import ConcealedOptions
from games.rules.plaques.pieces import Tableau

Phase = Literal["draw", "discard", "nominate", "over"]
Source = Literal["pile", "centre"]


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """How the last round ended: all tableaux and who had the best."""

    round: int
    tableaux: tuple[Tableau, ...]
    declarer: Player
    winner: Player


class ConcealedState(State, frozen=True):
    """Everything there is to know; rows have one entry a seat."""

    options: ConcealedOptions
    seated: tuple[Player, ...]
    """Players still in, in seat order."""
    lives: tuple[int, ...]
    round: int
    dealer: Player
    phase: Phase
    turn: Player
    """Whose turn it is, or who nominates; at the end, who won."""
    turns: tuple[int, ...]
    """How many turns of this round each seat has ended."""
    tableaux: tuple[Tableau, ...]
    """Seven plaques each, without one drawn and not yet followed by a discard."""
    known: tuple[Tableau, ...]
    """Those of them that everyone saw taken from the centre."""
    pile: Tableau
    """The face-down plaques, the top first."""
    centre: Tableau
    """The discards, the oldest first."""
    drawn: str | None = None
    """The eighth plaque of the player who must discard."""
    source: Source | None = None
    """Where it came from."""
    declarer: Player | None = None
    went_out: tuple[Player, ...] = ()
    """Who is out, the first to go first."""
    last: Showdown | None = None
