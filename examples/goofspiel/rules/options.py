"""Options of Goofspiel."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from engine import Options

MOST_CARDS: Final = 52
MOST_HIDDEN_CARDS: Final = 13
"""For six, to draw hidden bids takes a second with 13 cards and seven with 20: see `HiddenBids`."""


class GoofspielOptions(Options, frozen=True):
    """What a host may choose before the match."""

    cards: Annotated[
        int,
        Meta(
            ge=2,
            le=MOST_CARDS,
            title="Cards",
            description=(
                "How many cards each suit has, and so how many prizes there are: up to 52, which takes weeks at an "
                "answer a day; with hidden bids up to 13, since to work out what may have been bid takes too long "
                "with more."
            ),
        ),
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
