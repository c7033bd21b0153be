"""The options of Concealed Draw."""

from typing import Annotated

from msgspec import Meta

from engine import Options


class ConcealedOptions(Options, frozen=True):
    """The options of a match."""

    lives: Annotated[
        int, Meta(ge=1, le=5, title="Lives", description="Tokens to lose before a player is out; one is lost a round.")
    ] = 2
