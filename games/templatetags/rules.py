"""The parts of a rules page: settled points in the places where they belong."""

from typing import Any

from django import template

from games.rules.core import Game, Point

register = template.Library()


@register.simple_tag
def points_of(game: Game[Any, Any, Any, Any], numbers: str) -> list[Point]:
    """Return the points of a game with these numbers, as "B2 B3" names them."""
    texts = dict(game.points)
    return [Point(number, texts[number]) for number in numbers.split()]


@register.inclusion_tag("games/rules/_points.html")
def settled(game: Game[Any, Any, Any, Any], numbers: str) -> dict[str, list[Point]]:
    """Show some points of a game, each with its number in the margin: `{% settled game "B2 B3" %}`."""
    return {"points": points_of(game, numbers)}


@register.filter
def words(text: str) -> list[str]:
    """Split a row of pieces: "S4 Mn" is a 4 of Suns and a null of Moons."""
    return text.split()


@register.filter
def numbers(text: str) -> tuple[int, ...]:
    """Read a row of numbers: "34 41 28 19"."""
    return tuple(int(part) for part in text.split())
