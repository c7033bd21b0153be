"""Texts that both games of plaques use."""

from collections.abc import Iterable, Sequence

from engine import Names, Player
from engine.words import and_list, counted
from games.plaques.rules.pieces import Tableau, plaque_words


def number_of(count: int, noun: str) -> str:
    """Return a count with its noun: "1 token", "3 tokens", "no tokens"."""
    return counted(count, noun, zero="no")


def lives_words(count: int) -> str:
    """Return a number of lives: "1 life", "2 lives"."""
    return "1 life" if count == 1 else f"{count or 'no'} lives"


def the_plaque(plaque: str) -> str:
    """Return a plaque within a sentence: "the 5 of Corvane", "the Elf"."""
    return f"the {plaque_words(plaque)}"


def the_plaques(plaques: Iterable[str]) -> str:
    """Return a list of plaques: "the 5 of Corvane and the Elf"."""
    return and_list([the_plaque(plaque) for plaque in plaques])


def people(players: Iterable[Player], names: Names) -> str:
    """Return a list of players: "you, Marek and Ana"."""
    return and_list([names.who(player) for player in players])


def dealt_words(tableaux: Sequence[Tableau], names: Names) -> list[str]:
    """Return sentences about the plaques in `tableaux`, which holds only those the viewer may see."""
    return [f"{names.who(seat)} received {the_plaques(plaques)}" for seat, plaques in enumerate(tableaux) if plaques]
