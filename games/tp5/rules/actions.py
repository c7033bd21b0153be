"""The actions players of TP5 may take. A *place* is where a tile lies; see `state`."""

from typing import Annotated

from msgspec import Meta

from engine import Action, Player
from games.tp5.rules.options import Key

Slot = Annotated[int, Meta(ge=0, le=3)]
Value = Annotated[int, Meta(ge=1, le=6)]
Place = int


class Choose(Action, frozen=True, tag="choose"):
    """Choose the phestivities of this round, ordered as in `KEYS` (T3)."""

    phestivities: tuple[Key, ...]


class PassOn(Action, frozen=True, tag="pass_on"):
    """Pass a tile to the right (Tile Trickery)."""

    slot: Slot


class TurnUp(Action, frozen=True, tag="turn_up"):
    """Turn up a tile, visible to all (T2)."""

    slot: Slot


class MakeStatement(Action, frozen=True, tag="make_statement", omit_defaults=True):
    """State that a tile's suit is one of these and its value one of those (T4), or either (T20)."""

    slot: Slot
    suits: tuple[str, ...]
    values: tuple[Value, ...]
    either: bool = False
    """True if “or” joins suits and values."""


class Give(Action, frozen=True, tag="give"):
    """Give one identifier to each of these players (Life in the Commune)."""

    to: tuple[Player, ...]


class Claim(Action, frozen=True, tag="claim"):
    """Put an identifier of `owner` on the tile at a place (T5)."""

    place: Place
    owner: Player


class Hog(Action, frozen=True, tag="hog"):
    """Move an unclaimed tile of your own row behind it."""

    slot: Slot


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing in a window."""


class CallNumber(Action, frozen=True, tag="call_number"):
    """Give up a claim and call a value (Your number is up!)."""

    paid: Place
    value: Value


class Warp(Action, frozen=True, tag="warp"):
    """Give up a claim and replace the others (Let's do the time warp again!)."""

    paid: Place


class Evict(Action, frozen=True, tag="evict"):
    """Give up a claim and send others' identifiers off your row (Eviction)."""

    paid: Place


class SendBack(Action, frozen=True, tag="send_back"):
    """Choose which identifier of an evicted player goes back."""

    owner: Player
    place: Place


class Disgrace(Action, frozen=True, tag="disgrace"):
    """Give up a claim to reroll the die (Disgrace the Ace)."""

    paid: Place


class LayMine(Action, frozen=True, tag="lay_mine"):
    """Give up a claim and name a tile that nobody may use (Land Mine)."""

    paid: Place
    tile: str


Tp5Action = (
    Choose
    | PassOn
    | TurnUp
    | MakeStatement
    | Give
    | Claim
    | Hog
    | Pass
    | CallNumber
    | Warp
    | Evict
    | SendBack
    | Disgrace
    | LayMine
)

Interruption = CallNumber | Warp | Evict
"""The actions of the window before the roll."""

PASS = Pass()
