"""The actions of Plaque Auction."""

from typing import Annotated

from msgspec import Meta

from engine import Action


class Add(Action, frozen=True, tag="add"):
    """Add tokens to my own bid (open bidding)."""

    tokens: Annotated[int, Meta(ge=1)]


class Pass(Action, frozen=True, tag="pass"):
    """Add nothing more this round (open bidding)."""


class Bid(Action, frozen=True, tag="bid"):
    """Bid this many tokens for the round (sealed bidding)."""

    tokens: Annotated[int, Meta(ge=0)]


class Pick(Action, frozen=True, tag="pick"):
    """Take a plaque from the centre into my tableau."""

    plaque: str


AuctionAction = Add | Pass | Bid | Pick
