"""The options of Plaque Auction."""

from typing import Annotated, Literal

from msgspec import Meta

from engine import Options


class AuctionOptions(Options, frozen=True):
    """The options of a match."""

    tokens: Annotated[int, Meta(ge=10, le=100, title="Tokens", description="What everyone begins with.")] = 20
    ante: Annotated[int, Meta(ge=1, le=5, title="Ante", description="Tokens that everyone pays for each hand.")] = 1
    hands: Annotated[
        Annotated[int, Meta(ge=1, le=12)] | None,
        Meta(
            title="Hands",
            description="How many hands a match has; left empty, as many as there are seats.",
            extra={"labels": {None: "One for each seat"}},
        ),
    ] = None
    bidding: Annotated[
        Literal["open", "sealed"],
        Meta(
            title="Bidding",
            description="Bid by bid round the table, or once and sealed: a quarter of the days or fewer.",
            extra={"labels": {"open": "Open, round the table", "sealed": "Sealed, all at once"}},
        ),
    ] = "open"
