"""The answers of Plaque Auction."""

from typing import Annotated

from msgspec import Meta

from games.rules.core import Action


class Add(Action, frozen=True, tag="add"):
    """Add tokens to my own bid (open bidding)."""

    tokens: Annotated[int, Meta(ge=1)]


class Pass(Action, frozen=True, tag="pass"):
    """Add no more in this round (open bidding)."""


class Bid(Action, frozen=True, tag="bid"):
    """Bid so many tokens for this round (sealed bidding)."""

    tokens: Annotated[int, Meta(ge=0)]


class Pick(Action, frozen=True, tag="pick"):
    """Take a plaque from the centre into my tableau."""

    plaque: str


AuctionAction = Add | Pass | Bid | Pick
