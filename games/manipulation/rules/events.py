"""The events of a match, named in the past tense."""

from typing import Self

from msgspec.structs import replace

from engine import Event, Player
from games.manipulation.rules.state import Code, Hand


class Began(Event, frozen=True, tag="began"):
    """The first code was laid and a random player was chosen to go first."""

    code: Code
    player: Player


class Dealt(Event, frozen=True, tag="dealt"):
    """A player got a goal and a hand, hidden from everyone else."""

    player: Player
    goal: Code
    hand: Hand

    def seen_by(self, viewer: Player | None) -> Self | None:
        """Show the deal only to its owner (M2, M10)."""
        return self if viewer == self.player else None


class Pushed(Event, frozen=True, tag="pushed"):
    """A player put a tile into the code; the old one went to the discards."""

    player: Player
    tile: str
    replaced: str


class Pulled(Event, frozen=True, tag="pulled"):
    """The top tile of the draw pile was shown for an auction."""

    turn: int
    player: Player
    tile: str


class Tried(Event, frozen=True, tag="tried"):
    """A player showed a tile of their hand for an auction."""

    turn: int
    player: Player
    tile: str


class Forced(Event, frozen=True, tag="forced"):
    """A random tile of an opponent was discarded."""

    player: Player
    opponent: Player
    tile: str


class Passed(Event, frozen=True, tag="passed"):
    """A player passed and discarded a tile."""

    player: Player
    tile: str


class TookBack(Event, frozen=True, tag="took_back"):
    """A player who passed took their lowest spent coin back."""

    player: Player
    coin: int


class Drew(Event, frozen=True, tag="drew"):
    """A player drew a tile, which only that player sees."""

    player: Player
    tile: str | None

    def seen_by(self, viewer: Player | None) -> "Drew":
        """Hide the tile from everyone but the player who drew it (M2)."""
        return self if viewer == self.player else replace(self, tile=None)


class CoinsRevealed(Event, frozen=True, tag="coins_revealed"):
    """The coins of one round of an auction, by seat; None for a seat that took no part."""

    round: int
    coins: tuple[int | None, ...]

    @property
    def of_round(self) -> None:
        """Always None: the number counts the rounds of one auction, not turns."""


class Tied(Event, frozen=True, tag="tied"):
    """Several players tied with the highest coin; they spent it unless it was the null."""

    round: int
    players: tuple[Player, ...]
    coin: int

    @property
    def of_round(self) -> None:
        """Always None: the number counts the rounds of one auction, not turns."""


class CoinsDrawn(Event, frozen=True, tag="coins_drawn"):
    """A random coin was drawn from the stock of each player still tied, by seat; none is spent."""

    coins: tuple[int | None, ...]


class DiceRolled(Event, frozen=True, tag="dice_rolled"):
    """Each player still tied rolled a die, by seat."""

    dice: tuple[int | None, ...]


class Won(Event, frozen=True, tag="won"):
    """A player won the auction with this coin, or by chance (None)."""

    player: Player
    coin: int | None


class Replaced(Event, frozen=True, tag="replaced"):
    """The winner of an auction put the tile into the code."""

    player: Player
    tile: str
    replaced: str


class Kept(Event, frozen=True, tag="kept"):
    """The winner of an auction left the code alone; the tile went to the discards."""

    player: Player
    tile: str
    kept: str


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn ended; `changed_by` changed the code with `tile`, if anyone did."""

    turn: int
    player: Player
    changed_by: Player | None
    tile: str | None


class Refilled(Event, frozen=True, tag="refilled"):
    """The discards were shuffled into a new draw pile."""

    tiles: int


class Ended(Event, frozen=True, tag="ended"):
    """The match ended: the winner's goal matched, or the turn limit was reached (no winner)."""

    winner: Player | None
    goals: tuple[Code, ...]
    places: tuple[int, ...]


ManipulationEvent = (
    Began
    | Dealt
    | Pushed
    | Pulled
    | Tried
    | Forced
    | Passed
    | TookBack
    | Drew
    | CoinsRevealed
    | Tied
    | CoinsDrawn
    | DiceRolled
    | Won
    | Replaced
    | Kept
    | TurnEnded
    | Refilled
    | Ended
)
