"""The shared die: its pips and its text alternative."""

from engine.language import say
from engine.words import upper_first
from games.tp5.rules.values import a_value

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((50, 50),),
    2: ((26, 26), (74, 74)),
    3: ((26, 26), (50, 50), (74, 74)),
    4: ((26, 26), (74, 26), (26, 74), (74, 74)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((26, 26), (74, 26), (26, 50), (74, 50), (26, 74), (74, 74)),
}


def die_words(value: int) -> str:
    """Say what the die shows; 0 means not rolled yet."""
    if not value:
        return say("The die is not rolled yet")
    return say("Die: {value}", value=upper_first(a_value(value)))
