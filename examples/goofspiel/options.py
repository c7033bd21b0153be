"""Options of Goofspiel."""

from typing import Annotated, Literal

from msgspec import Meta

from games.rules.core import Options


class GoofspielOptions(Options, frozen=True):
    """What a host may choose before the match."""

    cards: Annotated[
        int,
        Meta(ge=2, le=13, title="Cards", description="How many cards each suit has, and so how many prizes there are."),
    ] = 13
    ties: Annotated[
        Literal["discard", "carry"],
        Meta(
            title="Ties",
            description="What becomes of a prize that two or more bid highest for.",
            extra={"labels": {"discard": "It is put away", "carry": "It is added to the next one"}},
        ),
    ] = "discard"
    hidden_bids: Annotated[
        bool, Meta(title="Hidden bids", description="Nobody is shown the cards that others bid, only who bid highest.")
    ] = False
