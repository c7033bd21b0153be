"""The options of Plaque Auction."""

from typing import Annotated, Literal

from msgspec import Meta

from engine import Options
from engine.language import mark


class AuctionOptions(Options, frozen=True):
    """The options of a match."""

    tokens: Annotated[
        int, Meta(ge=10, le=100, title=mark("Tokens a seat"), description=mark("What everyone begins with."))
    ] = 20
    ante: Annotated[
        int, Meta(ge=1, le=5, title=mark("Ante"), description=mark("Tokens that everyone pays for each hand."))
    ] = 1
    hands: Annotated[
        Annotated[int, Meta(ge=1, le=12)] | None,
        Meta(
            title=mark("Hands"),
            description=mark("How many hands a match has; left empty, as many as there are seats."),
            extra={"labels": {None: mark("One for each seat")}},
        ),
    ] = None
    bidding: Annotated[
        Literal["open", "sealed"],
        Meta(
            title=mark("Bidding"),
            description=mark("Bid by bid round the table, or once and sealed: a quarter of the days or fewer."),
            extra={"labels": {"open": mark("Open, round the table"), "sealed": mark("Sealed, all at once")}},
        ),
    ] = "open"
