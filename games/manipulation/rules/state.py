"""The state of a match: an immutable value that includes the secrets of every seat."""

import msgspec

from engine import Player, State, piecepack
from games.manipulation.rules.options import ManipulationOptions

Code = tuple[str, str, str, str]
"""Four tiles, one of each suit in the order of `SUITS`: the master code, or a goal."""

Hand = tuple[str, ...]
"""Tiles held, ordered as in `TILES`."""

Stock = tuple[int, ...]
"""Unspent coins in rising order; always includes the null."""

FULL_STOCK: Stock = (0, 1, 2, 3, 4, 5)
NULL = 0

SUIT_INDEX = {tile: piecepack.SUITS.index(tile[0]) for tile in piecepack.TILES}
"""The index of a tile's suit within a code."""


class Auction(msgspec.Struct, frozen=True, gc=False):
    """An auction in progress; all of it is public."""

    offered: str
    """The tile that was pulled or tried."""
    tried: bool
    """True if it came from the current player's hand rather than the draw pile."""
    bidders: tuple[Player, ...]
    """The players in this round: all seats, or those tied in the first round."""
    round: int = 1
    winner: Player | None = None
    """The player who decides between the tiles, once known."""


class ManipulationState(State, frozen=True):
    """Everything about a match, secrets included."""

    options: ManipulationOptions
    goals: tuple[Code, ...]
    first_code: Code
    code: Code
    hands: tuple[Hand, ...]
    pile: tuple[str, ...]
    """The draw pile; its top is last."""
    discards: tuple[str, ...]
    """The face-up discards, newest last."""
    stocks: tuple[Stock, ...]
    player: Player
    """The seat whose turn it is."""
    batches: tuple[int, ...]
    """For each tile, by `INDEX`, the number (from 0) of its latest shuffle into the draw pile: public (M11)."""
    turn: int = 1
    auction: Auction | None = None
    failed_codes: tuple[Code, ...] = ()
    """Codes at the end of a turn that won for no one but could have been a goal: public (M11)."""
    final_places: tuple[int, ...] | None = None

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.stocks)


def players_awaited(stocks: tuple[Stock, ...], auction: Auction) -> tuple[Player, ...]:
    """Return the players who must answer: the winner, or the bidders with more than the null (M4)."""
    if auction.winner is not None:
        return (auction.winner,)
    return tuple([player for player in auction.bidders if len(stocks[player]) > 1])


def in_code(code: Code, tile: str) -> str:
    """Return the code's tile of the same suit as `tile`."""
    return code[SUIT_INDEX[tile]]


def with_tile(code: Code, tile: str) -> Code:
    """Return the code with `tile` replacing its tile of that suit."""
    row = list(code)
    row[SUIT_INDEX[tile]] = tile
    return (row[0], row[1], row[2], row[3])


def with_drawn(hand: Hand, tile: str) -> Hand:
    """Return the hand with `tile` added, ordered as in `TILES`."""
    return tuple(sorted((*hand, tile), key=piecepack.INDEX.__getitem__))


def without(hand: Hand, tile: str) -> Hand:
    """Return the hand without `tile`."""
    return tuple([held for held in hand if held != tile])
