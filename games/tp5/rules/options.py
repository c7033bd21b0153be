"""The options of TP5."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from engine import Options
from engine.language import mark, say

Key = Literal[
    "double_dip",
    "thats_mine",
    "commune",
    "land_mine",
    "tile_trickery",
    "disgrace_the_ace",
    "hogging",
    "centering_in",
    "number_is_up",
    "around_the_world",
    "time_warp",
    "best_of_both",
    "eviction",
]
ChosenBy = Literal["dealer", "host"]
Reveal = Literal["in_turn", "together"]

TITLES: dict[Key, str] = {
    "double_dip": mark("Double Dip"),
    "thats_mine": mark("Hey! That's mine?"),
    "commune": mark("Life in the Commune"),
    "land_mine": mark("Land Mine"),
    "tile_trickery": mark("Tile Trickery"),
    "disgrace_the_ace": mark("Disgrace the Ace"),
    "hogging": mark("Hogging it all for yourself"),
    "centering_in": mark("Centering in"),
    "number_is_up": mark("Your number is up!"),
    "around_the_world": mark("All around the world"),
    "time_warp": mark("Let's do the time warp again!"),
    "best_of_both": mark("Best of both worlds"),
    "eviction": mark("Eviction"),
}
"""The thirteen phestivities, in the order used for sets of them."""

KEYS: tuple[Key, ...] = tuple(TITLES)
_EVERY = frozenset(KEYS)


def titles(keys: Iterable[Key]) -> list[str]:
    """Return the titles of phestivities."""
    return [say(TITLES[key]) for key in keys]


class Tp5Options(Options, frozen=True):
    """The options of a match."""

    rounds: Annotated[
        int,
        Meta(
            ge=1,
            le=20,
            title=mark("Rounds to play"),
            description=mark("The player who has won the most rounds after the last one wins."),
        ),
    ] = 5
    phestivities: Annotated[
        frozenset[Key],
        Meta(
            title=mark("Phestivities"),
            description=mark(
                "If the dealer chooses, these are what each dealer may choose from. If the host chooses, these are in "
                "play in every round. Then tick only the ones you want: with all thirteen ticked, or none, the match "
                "is played without any."
            ),
            extra={"labels": TITLES, "default": mark("All thirteen if the dealer chooses, none if the host does")},
        ),
    ] = _EVERY
    chosen_by: Annotated[
        ChosenBy,
        Meta(
            title=mark("Phestivities are chosen by"),
            description=mark("The dealer picks in every round; the host chooses for the whole match."),
            extra={"labels": {"dealer": mark("The dealer of each round"), "host": mark("The host, for every round")}},
        ),
    ] = "dealer"
    reveal: Annotated[
        Reveal,
        Meta(
            title=mark("Revealing"),
            description=mark("House rule: turning tiles up together saves a wait for each player."),
            extra={
                "labels": {
                    "in_turn": mark("One after the other, from the dealer"),
                    "together": mark("All together, sealed"),
                }
            },
        ),
    ] = "in_turn"

    or_statements: Annotated[
        bool,
        Meta(
            title=mark("Statements with “or”"),
            description=mark(
                "A statement may also say that a tile's suit or its value is one of these: “a Sun or a five”."
            ),
        ),
    ] = False
    dealer_rules: Annotated[
        bool,
        Meta(
            title=mark("Dealer's ruling"),
            description=mark(
                "A host may put two phestivities in play that exclude each other. The dealer of each round then rules "
                "which of them is followed."
            ),
        ),
    ] = False

    def __post_init__(self) -> None:
        """Treat the full default set as empty if the host chooses; a dealer may choose from all.

        A form submits the default, all thirteen, which cannot be in play together (T3).
        """
        if self.chosen_by == "host" and self.phestivities == _EVERY:
            force_setattr(self, "phestivities", frozenset())
