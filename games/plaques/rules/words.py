"""Words that both games of plaques use."""

from collections.abc import Iterable, Sequence

from games.rules.core import Names, Player
from games.rules.piecepack import and_list
from games.rules.plaques.pieces import Tableau, plaque_words


def number_of(count: int, noun: str) -> str:
    """Count something: "1 token", "3 tokens", "no tokens"."""
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def lives_words(count: int) -> str:
    """Count lives: "1 life", "2 lives"."""
    return "1 life" if count == 1 else f"{count or 'no'} lives"


def sentence(words: str) -> str:
    """Begin with a capital and end with a full stop."""
    return f"{words[0].upper()}{words[1:]}."


def the_plaque(plaque: str) -> str:
    """Name a plaque in a sentence: "the 5 of Corvane", "the Elf"."""
    return f"the {plaque_words(plaque)}"


def the_plaques(plaques: Iterable[str]) -> str:
    """List plaques: "the 5 of Corvane and the Elf"."""
    return and_list([the_plaque(plaque) for plaque in plaques])


def people(players: Iterable[Player], names: Names) -> str:
    """List players: "you, Marek and Ana"."""
    return and_list([names.who(player) for player in players])


def dealt_words(tableaux: Sequence[Tableau], names: Names) -> list[str]:
    """Say what the reader was dealt: `tableaux` holds no other plaques."""
    return [f"{names.who(seat)} received {the_plaques(plaques)}" for seat, plaques in enumerate(tableaux) if plaques]
