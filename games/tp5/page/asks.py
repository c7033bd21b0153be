"""How the page asks for each kind of answer: its texts, and the template of the form."""

from typing import NamedTuple

from games.tp5.rules.options import Key
from games.tp5.rules.state import Phase


class Ask(NamedTuple):
    """One kind of question."""

    title: str
    """The question."""
    help_text: str
    """What to know about it, in the Rules tab."""
    before: str
    """The text next to the button until something is chosen."""
    template: str

    @property
    def is_composed(self) -> bool:
        """True if the answer has several fields, so that a list of all answers follows the form."""
        return self.template not in (OWN, PLAIN)


OWN = "tp5/_own.html"
CLAIM = "tp5/_claim.html"
WINDOW = "tp5/_window.html"
PLAIN = "matches/_choices.html"
NOTHING = Ask("Your answer", "", "Choose one, then seal it.", PLAIN)
RULING = Ask(
    "Which phestivity is followed?",
    "The host put two in play that exclude each other. The other one is ignored, for this round alone.",
    "Choose what is followed, then start.",
    PLAIN,
)
"""The question to a dealer who rules on the host's phestivities."""

ASKS: dict[Phase, Ask] = {
    "choose": Ask(
        "What is in play this round?",
        "For this round alone. None at all is a choice too.",
        "Tick any number, or none, then start.",
        "tp5/_choose.html",
    ),
    "pass_on": Ask(
        "Which tile do you pass to your right?",
        "The player to your left passes one to you. All pass at once.",
        "Choose one of your tiles, then seal it.",
        OWN,
    ),
    "turn_up": Ask(
        "Which of your tiles do you reveal?",
        "Everyone sees which it is. Then your row is shuffled face down, and only you know where it lies.",
        "Choose one of your tiles, then turn it up.",
        OWN,
    ),
    "statement": Ask(
        "What do you say about a tile?",
        "About one tile of your own, not the revealed one. It must leave at most 12 of the 24 tiles open.",
        "Choose a tile, then tick what else it may be.",
        "tp5/_statement.html",
    ),
    "give": Ask(
        "Which three players get your identifiers?",
        "Each goes to another player, who decides where it lies. It still claims for you.",
        "Choose three players, then seal your gifts.",
        "tp5/_give.html",
    ),
    "claim": Ask(
        "Which tile do you claim?",
        "Tiles you claim make your hand, with the die as the fifth.",
        "Choose a tile, then place the identifier.",
        CLAIM,
    ),
    "place_again": Ask(
        "Where does this identifier go now?",
        "It was taken back, and goes on a tile at once.",
        "Choose a tile, then place the identifier.",
        CLAIM,
    ),
    "before_roll": Ask(
        "Do you act before the roll?",
        "If several act, only the first clockwise from the dealer does, and all are asked again.",
        "Pass, or choose what to do.",
        WINDOW,
    ),
    "send_back": Ask(
        "Whose identifier leaves your row?",
        "One of each other player goes, and is placed on another row.",
        "Choose a tile of your row.",
        OWN,
    ),
    "disgrace": Ask(
        "Do you let the ace stand?",
        "If several act, only the first clockwise from the dealer does.",
        "Pass, or choose what to do.",
        WINDOW,
    ),
    "mine": Ask(
        "Do you mine a tile?",
        "All mines go off together. A tile of your own row is safe from yours.",
        "Pass, or choose what to do.",
        WINDOW,
    ),
}
"""The questions by phase."""


class Offer(NamedTuple):
    """An option in a window."""

    act: str
    words: str
    spoken: str
    """The choice as repeated next to the button."""
    key: Key | None
    """The phestivity that allows it."""


OFFERS = (
    Offer("pass", "Pass", "pass", None),
    Offer("call_number", "Call a value", "call the", "number_is_up"),
    Offer("warp", "Place my others again", "place my other claims again", "time_warp"),
    Offer("evict", "Evict others from my row", "evict others from my row", "eviction"),
    Offer("disgrace", "Have the ace rolled again", "roll again", "disgrace_the_ace"),
    Offer("lay_mine", "Mine a tile", "mine the", "land_mine"),
)
