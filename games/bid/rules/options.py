"""Options of *Bid!*."""

from typing import Annotated, Literal

from msgspec import Meta

from engine import Options
from engine.language import mark


class BidOptions(Options, frozen=True):
    """The options of a match."""

    reroll: Annotated[
        Literal["pawns", "late_pawns", "coins"],
        Meta(
            title=mark("Rerolls"),
            description=mark("A player who dislikes the dice may have them rolled again, for a pawn or a coin."),
            extra={
                "labels": {
                    "pawns": mark("One pawn each, for all four dice"),
                    "late_pawns": mark("One pawn each, also once an Ace of Arms has shown all hands"),
                    "coins": mark("A coin at a time, for one die"),
                }
            },
        ),
    ] = "pawns"
    target: Annotated[
        int,
        Meta(
            ge=25,
            le=200,
            title=mark("Points to win"),
            description=mark("A player who leads alone with this many points wins the match."),
        ),
    ] = 100
    round_limit: Annotated[
        int,
        Meta(
            ge=20,
            le=300,
            title=mark("Rounds at most"),
            description=mark("House rule: after this many rounds the scores decide."),
        ),
    ] = 100
    open_hands: Annotated[
        bool,
        Meta(
            title=mark("Open hands"),
            description=mark("Everyone sees everyone's tiles, which the log would tell them anyway."),
        ),
    ] = False
