"""Template tags for rules pages, which show rulings where they apply."""

from typing import Any

from django import template

from engine import Game, Ruling

register = template.Library()


def rulings_of(game: Game[Any, Any, Any, Any], numbers: str) -> list[Ruling]:
    """Return the rulings of a game by number: "B2 B3"."""
    texts = dict(game.rulings)
    return [Ruling(number, texts[number]) for number in numbers.split()]


@register.inclusion_tag("matches/rules/_rulings.html")
def rulings(game: Game[Any, Any, Any, Any], numbers: str) -> dict[str, list[Ruling]]:
    """Show some rulings of a game, each with its number in the margin: `{% rulings game "B2 B3" %}`."""
    return {"rulings": rulings_of(game, numbers)}


@register.filter
def words(text: str) -> list[str]:
    """Split a row of pieces: "S4 Mn" is the 4 of Suns and the null of Moons."""
    return text.split()
