"""The options of Manipulation."""

from typing import Annotated, Literal

from msgspec import Meta

from engine import Options
from engine.language import mark

TurnLimit = Annotated[
    Annotated[int, Meta(ge=24, le=240, multiple_of=12)] | None,
    Meta(
        title=mark("Turn limit"),
        description=mark("House rule: after this many turns of all seats together the match ends and is placed."),
    ),
]

SuitsToWin = Annotated[
    Literal[3, 4],
    Meta(
        title=mark("Suits to win"),
        description=mark("House rule: how many tiles of the code must agree with a goal for its owner to win."),
        extra={"labels": {3: mark("Three of the four"), 4: mark("All four")}},
    ),
]


class ManipulationOptions(Options, frozen=True):
    """The options of a match."""

    turn_limit: TurnLimit = 96
    suits_to_win: SuitsToWin = 3
