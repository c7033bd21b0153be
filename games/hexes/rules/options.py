"""The options of Hex Auction."""

from typing import Annotated

from msgspec import Meta

from engine import Options


class HexOptions(Options, frozen=True):
    """The options of a match."""

    tokens: Annotated[
        int,
        Meta(ge=5, le=10, title="Tokens a seat", description="How many tokens each seat starts with."),
    ] = 7
    specials_to_end: Annotated[
        int,
        Meta(
            ge=2,
            le=6,
            title="Specials that end the match",
            description="The match ends after the turn in which that many specials lie on the board.",
        ),
    ] = 3
    hand_limit: Annotated[
        Annotated[int, Meta(ge=3, le=10)] | None,
        Meta(
            title="Hexes kept in hand",
            description=(
                "House rule: a run may only be finished with at most this many hexes in hand, or when no cell is "
                "open. Without it, saving hexes up for one long run is strong."
            ),
        ),
    ] = None
