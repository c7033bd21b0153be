"""Showdowns as pieces: the five plaques of each seat that count."""

from collections.abc import Sequence

from engine.scenes import Opened
from games.plaques.rules.explain import best_hand, made_words
from games.plaques.rules.notation import plaques
from games.plaques.rules.pieces import Tableau
from games.plaques.rules.ranking import strength


def hands_shown(tableaux: Sequence[Tableau]) -> tuple[Opened, ...]:
    """Return the hands of all seats that are in, best first, with what each makes."""
    inside = [seat for seat, tableau in enumerate(tableaux) if tableau]
    order = sorted(inside, key=lambda seat: -strength(tableaux[seat]))
    hands = [best_hand(tableaux[seat]) for seat in order]
    return tuple(Opened(seat, plaques(hand.plaques), made_words(hand)) for seat, hand in zip(order, hands, strict=True))
