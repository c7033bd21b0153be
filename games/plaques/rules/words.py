"""Texts that both games of plaques use."""

from collections.abc import Iterable, Sequence

from engine import Names
from engine.language import plural, say
from engine.words import and_list
from games.plaques.rules.explain import hand_words
from games.plaques.rules.pieces import Tableau, the_plaque


def add_words(count: int) -> str:
    """Return how many tokens are added to a bid: "Add 2 tokens"."""
    return plural(count, "Add {count} token", "Add {count} tokens")


def lives_words(count: int) -> str:
    """Return a number of lives: "1 life", "2 lives", "no lives"."""
    return plural(count, "{count} life", "{count} lives") if count else say("no lives")


def left_words(count: int) -> str:
    """Return how many are left of something: "3", "none"."""
    return str(count) if count else say("none", context="left")


def the_plaques(plaques: Iterable[str]) -> str:
    """Return a list of plaques: "the 5 of Corvane and the Elf"."""
    return and_list([the_plaque(plaque) for plaque in plaques])


def dealt_words(tableaux: Sequence[Tableau], names: Names) -> list[str]:
    """Return sentences about the plaques in `tableaux`, which holds only those the viewer may see."""
    return [
        say("{who} received {plaques}", who=names.who(seat), plaques=the_plaques(plaques))
        for seat, plaques in enumerate(tableaux)
        if plaques
    ]


def showed_words(tableaux: Sequence[Tableau], names: Names) -> list[str]:
    """Return a sentence for each tableau shown, with the hand that it makes."""
    return [
        say(
            "{who} showed {plaques}: {hand}",
            who=names.who(seat),
            plaques=the_plaques(tableau),
            hand=hand_words(tableau),
        )
        for seat, tableau in enumerate(tableaux)
        if tableau
    ]
