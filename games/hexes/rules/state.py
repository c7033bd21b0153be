"""The state of a match."""

from typing import Literal, TypeVar

from engine import Player, State
from games.hexes.rules.board import Board, Laid
from games.hexes.rules.options import HexOptions

Phase = Literal["bid", "take", "lay", "over"]
"""The phase of a turn."""

T = TypeVar("T")


class HexState(State, frozen=True):
    """A match of Hex Auction, without bids that are still sealed."""

    options: HexOptions
    turn: int
    phase: Phase
    bag: tuple[str, ...]
    """The hexes not drawn yet, next one first: the only secret."""  # H9
    board: Board
    drawn: tuple[str, ...]
    """The hexes drawn this turn and not taken yet."""
    hands: tuple[tuple[str, ...], ...]
    tokens: tuple[int, ...]
    """The tokens of each seat; a bid counts as held until it goes to the pot."""  # H10
    pot: int
    points: tuple[int, ...]
    tie_breaker: Player
    bids: tuple[int, ...] = ()
    """The bids of this turn, once revealed."""
    order: tuple[Player, ...] = ()
    """The order of play of this turn, once revealed."""
    to_move: tuple[Player, ...] = ()
    """The players who have yet to take or lay, next one first."""
    run: int = 0
    """The number of hexes laid in the current run: the last ones of the board."""

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def last_laid(self) -> Laid | None:
        """The hex that the next one must touch, if the run has begun."""
        return self.board[-1] if self.run else None


def with_seat(row: tuple[T, ...], seat: Player, value: T) -> tuple[T, ...]:
    """Return a per-seat row with one seat's value replaced."""
    return (*row[:seat], value, *row[seat + 1 :])


def seats_from(holder: Player, seats: int) -> tuple[Player, ...]:
    """Return all seats clockwise from the holder of the tie-breaker."""
    return (*range(holder, seats), *range(holder))
