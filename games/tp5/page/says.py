"""What the script that composes an answer says, in the reader's language."""

from engine.language import say
from engine.words import BEGINS_WITH_I, BEGINS_WITH_O, LIST, LIST_AND, LIST_AND_I, LIST_OR, LIST_OR_O

LEFT_OPEN = {"list": "{list}", "item": "{item}"}
"""Values that the script fills in."""


def composer_says() -> dict[str, str]:
    """Every text of the script."""
    return {
        "list": say(LIST, **LEFT_OPEN),
        "and": say(LIST_AND, **LEFT_OPEN),
        "and before": say(LIST_AND_I, **LEFT_OPEN),
        "and before what": BEGINS_WITH_I,
        "or": say(LIST_OR, **LEFT_OPEN),
        "or before": say(LIST_OR_O, **LEFT_OPEN),
        "or before what": BEGINS_WITH_O,
        "suit": say("its suit is {suits}", suits="{suits}"),
        "value": say("its value is {values}", values="{values}"),
        "both": say("{suit} and {value}", suit="{suit}", value="{value}"),
        "either": say("{suit}, or {value}", suit="{suit}", value="{value}"),
        "leaves": say("This leaves {open} of 24 tiles possible.", open="{open}"),
        "product": say(
            "{suits} × {values} leaves {open} of 24 tiles possible.", suits="{suits}", values="{values}", open="{open}"
        ),
        "least": say("Tick at least one suit and one value."),
        "most": say("At most 12 are allowed."),
        "true": say("True of your tile."),
        "false": say("Not true of your tile."),
        "nothing": say("no phestivities"),
        "more": say("{players}, and {number} more", players="{players}", number="{number}"),
    }
