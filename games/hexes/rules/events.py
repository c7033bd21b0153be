"""The events of a match; all are public."""

from typing import ClassVar, Literal

from engine import Event, Player
from games.hexes.rules.board import Meeting


class FirstHexLaid(Event, frozen=True, tag="first_hex_laid"):
    """The first hex was drawn and laid at (0, 0)."""

    hex: str


class TieBreakerDealt(Event, frozen=True, tag="tie_breaker_dealt"):
    """A random seat got the tie-breaker."""

    player: Player


class HexesDrawn(Event, frozen=True, tag="hexes_drawn"):
    """A turn began, and one hex for each seat was drawn."""

    begins_round: ClassVar[bool] = True

    turn: int
    hexes: tuple[str, ...]


class BidsRevealed(Event, frozen=True, tag="bids_revealed"):
    """All bids were revealed, which set the order of play."""

    turn: int
    bids: tuple[int, ...]
    order: tuple[Player, ...]


class HexTaken(Event, frozen=True, tag="hex_taken"):
    """A player took a hex or, without being asked, got the last one."""

    player: Player
    hex: str
    was_last: bool


class HexPlaced(Event, frozen=True, tag="hex_placed"):
    """A player laid a hex."""

    player: Player
    hex: str
    q: int
    r: int
    rotation: int


class RunScored(Event, frozen=True, tag="run_scored"):
    """A run ended and scored: two points for each meeting within it, one for each against the board."""

    player: Player
    length: int
    points: int
    within: tuple[Meeting, ...]
    against: tuple[Meeting, ...]


class NothingLaid(Event, frozen=True, tag="nothing_laid"):
    """A player laid no hex this turn."""

    player: Player


class PotShared(Event, frozen=True, tag="pot_shared"):
    """The bids went to the pot, and the pot was shared."""

    pot: int
    share: int
    left: int


class TieBreakerPassed(Event, frozen=True, tag="tie_breaker_passed"):
    """The tie-breaker passed clockwise."""

    player: Player


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """The match ended: enough specials were on the board, or the bag held too few hexes."""

    reason: Literal["specials", "bag"]


HexEvent = (
    FirstHexLaid
    | TieBreakerDealt
    | HexesDrawn
    | BidsRevealed
    | HexTaken
    | HexPlaced
    | RunScored
    | NothingLaid
    | PotShared
    | TieBreakerPassed
    | MatchEnded
)
