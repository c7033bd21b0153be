"""The rulings of Goofspiel: what its rules leave open, and how this house answers."""

from typing import Final

RULINGS: Final[dict[str, str]] = {
    "G1": (
        "Nobody wins a prize that several bid highest for. The option says whether it is put away or added to the next "
        "one; what the last prize leaves goes to nobody."
    ),
    "G2": ("Each prize is drawn when it is turned. Nobody can know the order earlier, because there is none."),
    "G3": (
        "The last card of every hand is played without asking, since everybody can count which it is. With hidden bids "
        "nobody can, so everyone is asked."
    ),
    "G4": (
        "With hidden bids a round tells who bid highest, or who were tied for it, and nothing of the cards. Each "
        "player is reminded of their own."
    ),
    "G5": "Equal scores share a place.",
}
