"""The options of TP5."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from engine import Options

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
    "double_dip": "Double Dip",
    "thats_mine": "Hey! That's mine?",
    "commune": "Life in the Commune",
    "land_mine": "Land Mine",
    "tile_trickery": "Tile Trickery",
    "disgrace_the_ace": "Disgrace the Ace",
    "hogging": "Hogging it all for yourself",
    "centering_in": "Centering in",
    "number_is_up": "Your number is up!",
    "around_the_world": "All around the world",
    "time_warp": "Let's do the time warp again!",
    "best_of_both": "Best of both worlds",
    "eviction": "Eviction",
}
"""The thirteen phestivities, in the order used for sets of them."""

KEYS: tuple[Key, ...] = tuple(TITLES)
_EVERY = frozenset(KEYS)


class Tp5Options(Options, frozen=True):
    """The options of a match."""

    rounds: Annotated[
        int,
        Meta(
            ge=1, le=20, title="Rounds", description="The player who has won the most rounds after the last one wins."
        ),
    ] = 5
    phestivities: Annotated[
        frozenset[Key],
        Meta(
            title="Phestivities",
            description=(
                "What each dealer may choose from, or, where the host chooses, what is in play in every round. "
                "A host who leaves all thirteen ticked puts none in play: not all of them can be obeyed together."
            ),
            extra={"labels": TITLES, "default": "All thirteen to choose from; none where the host chooses"},
        ),
    ] = _EVERY
    chosen_by: Annotated[
        ChosenBy,
        Meta(
            title="Phestivities are chosen by",
            description="The dealer picks in every round; the host chooses for the whole match.",
            extra={"labels": {"dealer": "The dealer of each round", "host": "The host, for every round"}},
        ),
    ] = "dealer"
    reveal: Annotated[
        Reveal,
        Meta(
            title="Revealing",
            description="House rule: turning tiles up together saves a wait for each player.",
            extra={"labels": {"in_turn": "One after the other, from the dealer", "together": "All together, sealed"}},
        ),
    ] = "in_turn"

    or_statements: Annotated[
        bool,
        Meta(
            title="Statements with “or”",
            description="A statement may also say that a tile's suit or its value is one of these: “a Sun or a five”.",
        ),
    ] = False
    dealer_rules: Annotated[
        bool,
        Meta(
            title="Dealer's ruling",
            description=(
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
