"""Hands on the pages of both games: their names, an example of each, and showdowns."""

from typing import NamedTuple

from engine.language import say
from engine.view import MatchView, SeatView
from engine.words import upper_first
from games.plaques.rules.explain import best_hand, hand_words
from games.plaques.rules.pieces import Tableau
from games.plaques.rules.ranking import HOUSE_RANKING, Category, category_of, strength


class Shown(NamedTuple):
    """One tableau of a showdown."""

    seat: SeatView
    hand: Tableau
    """The five that count, starting with those that make the category."""
    rest: Tableau
    words: str
    best: bool


def in_hand_words(tableau: Tableau) -> str:
    """Return the best hand of a tableau as a label; empty for an empty tableau."""
    return upper_first(hand_words(tableau)) if tableau else ""


def with_plaque(tableau: Tableau, plaque: str) -> str:
    """Return the name of the hand a tableau makes with one more plaque."""
    return say(category_of(strength((*tableau, plaque))).name)


def without_plaque(tableau: Tableau, plaque: str) -> str:
    """Return the name of the hand a tableau makes without one of its plaques."""
    return say(category_of(strength([other for other in tableau if other != plaque])).name)


SAMPLE_HANDS = {
    "five_of_a_kind": ("A5", "B5", "D5", "dragon1", "dragon2"),
    "straight_flush": ("C7", "C6", "C5", "C4", "C3"),
    "flush": ("E9", "E7", "E4", "E3", "E1"),
    "four_of_a_kind": ("A8", "B8", "C8", "E8", "D2"),
    "full_house": ("B5", "C5", "D5", "A3", "E3"),
    "straight": ("D8", "E7", "B6", "C5", "A4"),
    "three_of_a_kind": ("elf", "dwarf", "thief", "D9", "B4"),
    "two_pairs": ("A9", "D9", "C2", "E2", "B6"),
    "one_pair": ("C7", "D7", "A9", "B4", "E2"),
    "high_plaque": ("E9", "A7", "B6", "D3", "C1"),
}
"""An example of each category, for the rules pages."""


def house_ranking() -> list[tuple[Category, Tableau]]:
    """Return the categories of hands, best first, each with an example."""
    return [(category, SAMPLE_HANDS[category.code]) for category in HOUSE_RANKING]


def shown_by(seat: SeatView, tableau: Tableau, best: bool) -> Shown:
    """Split a tableau into the hand of five and the rest."""
    hand = best_hand(tableau).plaques
    rest = tuple(plaque for plaque in tableau if plaque not in hand)
    return Shown(seat, hand, rest, upper_first(hand_words(tableau)), best)


def showdown_of(view: MatchView) -> list[Shown]:
    """Return the tableaux of the last showdown, best first; empty before the first one."""
    last = getattr(view.seen, "last", None)
    if last is None:
        return []
    inside = [seat for seat in view.seats if last.tableaux[seat.player]]
    values = {seat.player: strength(last.tableaux[seat.player]) for seat in inside}
    ordered = sorted(inside, key=lambda seat: -values[seat.player])
    top = max(values.values())
    return [shown_by(seat, last.tableaux[seat.player], values[seat.player] == top) for seat in ordered]
