"""The options of Concealed Draw."""

from typing import Annotated

from msgspec import Meta

from engine import Options
from engine.language import mark


class ConcealedOptions(Options, frozen=True):
    """The options of a match."""

    lives: Annotated[
        int,
        Meta(
            ge=1,
            le=5,
            title=mark("Lives"),
            description=mark("Tokens to lose before a player is out; one is lost a round."),
        ),
    ] = 2
