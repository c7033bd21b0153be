"""What the script that composes a run says, in the reader's language."""

from collections.abc import Callable

from engine.language import plural, say
from engine.words import points_words
from foundation.language import forms_by_count
from games.hexes.rules.wording import hexes_words

COUNT, HEXES, POINTS = "{count}", "{hexes}", "{points}"
"""Values that the script fills in."""


def run_says() -> dict[str, str | dict[str, str]]:
    """Every text of the script; what has a number has one for each form of a plural."""
    return {
        "open": say("<b>Choose an open cell</b> for {hex}.", hex="{hex}"),
        "empty": say("<b>No hex yet.</b> Choose one from your hand."),
        "none": say("<b>You lay nothing.</b> Press the seal once more."),
        "score": say("<b>{hexes}, {points} so far</b>.", hexes=HEXES, points=POINTS),
        "why": say("<b>{hexes}, {points} so far</b>: {meetings}.", hexes=HEXES, points=POINTS, meetings="{meetings}"),
        "both": say("{within}, and {before}", within="{within}", before="{before}"),
        "limit": say(
            "You hold {hexes} and may keep {limit}: lay {more} more.", hexes=HEXES, limit="{limit}", more="{more}"
        ),
        "lay": say("Lay this hex"),
        "send": say("Send the run of {hexes}", hexes=HEXES),
        "finish": say("Finish the run"),
        "nothing": say("Lay nothing"),
        "listed": say("Do this"),
        "turned": say("turned by {degrees}°", degrees="{degrees}"),
        "straight": say("not turned"),
        "part": say("{hex}, {turning}: {points}", hex="{hex}", turning="{turning}", points=POINTS),
        "place": place_words("{number}"),
        "hexes": _counted(hexes_words),
        "points": {"0": points_words(0), **_counted(points_words)},
        "within": _counted(
            lambda count: plural(
                count, "{count} meeting within it, counted twice", "{count} meetings within it, counted twice"
            )
        ),
        "before": _counted(
            lambda count: plural(
                count, "{count} meeting with hexes laid before", "{count} meetings with hexes laid before"
            )
        ),
    }


def place_words(number: object) -> str:
    """Name an open cell by its number."""
    return say("Place {number}", number=number)


def _counted(words: Callable[[int], str]) -> dict[str, str]:
    """A text for each form of a plural, with the number left open."""
    return {form: words(count).replace(str(count), COUNT, 1) for form, count in forms_by_count().items()}
