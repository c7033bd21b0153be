"""Where a match stands."""

from typing import Literal, TypeVar

from games.rules.core import Player, State
from games.rules.hexes.board import Board, Laid
from games.rules.hexes.options import HexOptions

Phase = Literal["bid", "take", "lay", "over"]
"""What a turn is at."""

T = TypeVar("T")


class HexState(State, frozen=True):
    """A match of Hex Auction. Unrevealed bids are not part of it."""

    options: HexOptions
    turn: int
    phase: Phase
    bag: tuple[str, ...]
    """Hexes not drawn yet, the next one first. The only secret."""  # H9
    board: Board
    drawn: tuple[str, ...]
    """Hexes of this turn that nobody has taken yet."""
    hands: tuple[tuple[str, ...], ...]
    tokens: tuple[int, ...]
    """Tokens of each seat; what it has bid counts until it goes to the pot."""  # H10
    pot: int
    points: tuple[int, ...]
    tie_breaker: Player
    bids: tuple[int, ...] = ()
    """Bids of this turn once they are revealed."""
    order: tuple[Player, ...] = ()
    """Order of play of this turn, from the reveal on."""
    to_move: tuple[Player, ...] = ()
    """Who is still to take or to lay, the next one first."""
    run: int = 0
    """How many hexes the player who is laying has laid this turn: the last ones of the board."""

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.hands)

    @property
    def last_laid(self) -> Laid | None:
        """The hex that the next one of this run must touch, if the run has begun."""
        return self.board[-1] if self.run else None


def with_seat(row: tuple[T, ...], seat: Player, value: T) -> tuple[T, ...]:
    """Give one seat another value in a row that holds one for each seat."""
    return (*row[:seat], value, *row[seat + 1 :])


def seats_from(holder: Player, seats: int) -> tuple[Player, ...]:
    """Return all seats clockwise, the holder of the tie-breaker first."""
    return (*range(holder, seats), *range(holder))
