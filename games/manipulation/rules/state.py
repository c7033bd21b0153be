"""The state of a match: a frozen value that holds the secrets of every seat."""

import msgspec

from games.rules import piecepack
from games.rules.core import Player, State
from games.rules.manipulation.options import ManipulationOptions

Code = tuple[str, str, str, str]
"""Four tiles, one of each suit in the order of `SUITS`: the master code, or a goal."""

Hand = tuple[str, ...]
"""Tiles held, in the order of `TILES`."""

Stock = tuple[int, ...]
"""Coins not spent, in rising order; the null is always among them."""

FULL_STOCK: Stock = (0, 1, 2, 3, 4, 5)
NULL = 0

SUIT_INDEX = {tile: piecepack.SUITS.index(tile[0]) for tile in piecepack.TILES}
"""The place of a tile's suit in a code."""


class Auction(msgspec.Struct, frozen=True, gc=False):
    """An auction under way, all of it public."""

    offered: str
    """The tile that was pulled or tried."""
    tried: bool
    """Whether it came from the current player's hand, not from the draw pile."""
    bidders: tuple[Player, ...]
    """Who takes part in the present round: all seats, or those tied in the first."""
    round: int = 1
    winner: Player | None = None
    """Who decides between the tiles, once that is settled."""


class ManipulationState(State, frozen=True):
    """Everything there is to know of a match."""

    options: ManipulationOptions
    goals: tuple[Code, ...]
    first_code: Code
    code: Code
    hands: tuple[Hand, ...]
    pile: tuple[str, ...]
    """The draw pile; its top is the last."""
    discards: tuple[str, ...]
    """Tiles face up; the newest is the last."""
    stocks: tuple[Stock, ...]
    player: Player
    """Whose turn it is."""
    batches: tuple[int, ...]
    """For each tile, by `INDEX`, the shuffle that last put it into the draw pile, from 0: public (M11)."""
    turn: int = 1
    auction: Auction | None = None
    failed_codes: tuple[Code, ...] = ()
    """Codes that stood at the end of a turn, won for nobody and could have been a goal: public (M11)."""
    final_places: tuple[int, ...] | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.stocks)


def awaited(stocks: tuple[Stock, ...], auction: Auction) -> tuple[Player, ...]:
    """Return who must answer in an auction: its winner, or the bidders with more than the null (M4)."""
    if auction.winner is not None:
        return (auction.winner,)
    return tuple([player for player in auction.bidders if len(stocks[player]) > 1])


def in_code(code: Code, tile: str) -> str:
    """Return the code's tile of the same suit as `tile`."""
    return code[SUIT_INDEX[tile]]


def with_tile(code: Code, tile: str) -> Code:
    """Return the code with `tile` in the place of its suit."""
    row = list(code)
    row[SUIT_INDEX[tile]] = tile
    return (row[0], row[1], row[2], row[3])


def with_drawn(hand: Hand, tile: str) -> Hand:
    """Return the hand with `tile` at its place in the order of `TILES`."""
    return tuple(sorted((*hand, tile), key=piecepack.INDEX.__getitem__))


def without(hand: Hand, tile: str) -> Hand:
    """Return the hand less `tile`."""
    return tuple([held for held in hand if held != tile])
