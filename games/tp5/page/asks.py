"""How the page asks for each kind of answer: its texts, and the template of the form."""

from typing import NamedTuple

from engine.language import mark, say
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
NOTHING = Ask(mark("Your answer"), "", mark("Choose one, then seal it."), PLAIN)
RULING = Ask(
    mark("Which phestivity is followed?"),
    mark("The host put two in play that exclude each other. The other one is ignored, for this round alone."),
    mark("Choose what is followed, then start."),
    PLAIN,
)
"""The question to a dealer who rules on the host's phestivities."""

ASKS: dict[Phase, Ask] = {
    "choose": Ask(
        mark("What is in play this round?"),
        mark("For this round alone. None at all is a choice too."),
        mark("Tick any number, or none, then start."),
        "tp5/_choose.html",
    ),
    "pass_on": Ask(
        mark("Which tile do you pass to your right?"),
        mark("The player to your left passes one to you. All pass at once."),
        mark("Choose one of your tiles, then seal it."),
        OWN,
    ),
    "turn_up": Ask(
        mark("Which of your tiles do you reveal?"),
        mark("Everyone sees which it is. Then your row is shuffled face down, and only you know where it lies."),
        mark("Choose one of your tiles, then turn it up."),
        OWN,
    ),
    "statement": Ask(
        mark("What do you say about a tile?"),
        mark("About one tile of your own, not the revealed one. It must leave at most 12 of the 24 tiles open."),
        mark("Tap one of your tiles, then tick suits and values it may have."),
        "tp5/_statement.html",
    ),
    "give": Ask(
        mark("Which three players get your identifiers?"),
        mark("Each goes to another player, who decides where it lies. It still claims for you."),
        mark("Choose three players, then seal your gifts."),
        "tp5/_give.html",
    ),
    "claim": Ask(
        mark("Which tile do you claim?"),
        mark("Tiles you claim make your hand, with the die as the fifth."),
        mark("Tap a tile in any row or in the centre."),
        CLAIM,
    ),
    "place_again": Ask(
        mark("Where does this identifier go now?"),
        mark("It was taken back, and goes on a tile at once."),
        mark("Tap a tile in any row or in the centre."),
        CLAIM,
    ),
    "before_roll": Ask(
        mark("Do you act before the roll?"),
        mark("If several act, only the first clockwise from the dealer does, and all are asked again."),
        mark("Pass, or choose what to do."),
        WINDOW,
    ),
    "send_back": Ask(
        mark("Whose identifier leaves your row?"),
        mark("One of each other player goes, and is placed on another row."),
        mark("Choose a tile of your row."),
        OWN,
    ),
    "disgrace": Ask(
        mark("Do you let the ace stand?"),
        mark("If several act, only the first clockwise from the dealer does."),
        mark("Pass, or choose what to do."),
        WINDOW,
    ),
    "mine": Ask(
        mark("Do you mine a tile?"),
        mark("All mines go off together. A tile of your own row is safe from yours."),
        mark("Pass, or choose what to do."),
        WINDOW,
    ),
}
"""The questions by phase."""


class Offer(NamedTuple):
    """An option in a window."""

    act: str
    words: str
    spoken: str
    """The choice as repeated next to the button, with the tile whose claim is given up for it."""


OFFERS = (
    Offer("pass", mark("Pass"), mark("pass")),
    Offer("call_number", mark("Call a value"), mark("call the {values}, for the claim on {place}")),
    Offer("warp", mark("Place my others again"), mark("place my other claims again, for the claim on {place}")),
    Offer("evict", mark("Evict others from my row"), mark("evict others from my row, for the claim on {place}")),
    Offer("disgrace", mark("Have the ace rolled again"), mark("roll again, for the claim on {place}")),
    Offer("lay_mine", mark("Mine a tile"), mark("mine the {value} of {suit}, for the claim on {place}")),
)


def ask_in_words(ask: Ask) -> Ask:
    """Return a question in the reader's language."""
    return Ask(say(ask.title), say(ask.help_text), say(ask.before), ask.template)
