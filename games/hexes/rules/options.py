"""The options of Hex Auction."""

from typing import Annotated

from msgspec import Meta

from engine import Options
from engine.language import mark


class HexOptions(Options, frozen=True):
    """The options of a match."""

    tokens: Annotated[
        int,
        Meta(ge=5, le=10, title=mark("Tokens a seat"), description=mark("How many tokens each seat starts with.")),
    ] = 7
    specials_to_end: Annotated[
        int,
        Meta(
            ge=2,
            le=6,
            title=mark("Specials that end the match"),
            description=mark("The match ends after the turn in which that many specials lie on the board."),
        ),
    ] = 3
    hand_limit: Annotated[
        Annotated[int, Meta(ge=3, le=10)] | None,
        Meta(
            title=mark("Hexes kept in hand"),
            description=mark(
                "House rule: a run may only be finished with at most this many hexes in hand, or when no cell is "
                "open. Without it, saving hexes up for one long run is strong."
            ),
        ),
    ] = None
