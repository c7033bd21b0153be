"""Options of *Bid!*."""

from typing import Annotated, Literal

from msgspec import Meta

from engine import Options


class BidOptions(Options, frozen=True):
    """The options of a match."""

    reroll: Annotated[
        Literal["pawns", "late_pawns", "coins"],
        Meta(
            title="Rerolls",
            description="A player who dislikes the dice may have them rolled again, for a pawn or a coin.",
            extra={
                "labels": {
                    "pawns": "One pawn each, for all four dice",
                    "late_pawns": "One pawn each, also once an Ace of Arms has shown all hands",
                    "coins": "A coin at a time, for one die",
                }
            },
        ),
    ] = "pawns"
    target: Annotated[
        int,
        Meta(
            ge=25,
            le=200,
            title="Points to win",
            description="A player who leads alone with this many points wins the match.",
        ),
    ] = 100
    round_limit: Annotated[
        int,
        Meta(
            ge=20,
            le=300,
            title="Rounds at most",
            description="House rule: after this many rounds the scores decide.",
        ),
    ] = 100
    open_hands: Annotated[
        bool,
        Meta(title="Open hands", description="Everyone sees everyone's tiles, which the log would tell them anyway."),
    ] = False
