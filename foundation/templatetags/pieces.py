"""Pieces drawn as SVG, each with a text alternative. The page includes their symbols once, from `pieces/sprite.svg`."""

import re
from typing import Any, NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from engine.piecepack import SUIT_NAMES, SUITS, TILES, die_words, tile_words
from engine.words import counted, upper_first
from foundation.patterns import PATTERNS

register = template.Library()

Drawn = dict[str, Any]
FORMS = ("", "ringed", "squared")
COINS_DRAWN = 9
COIN_STEP = 17.36  # Coins of 28 overlap by 38 per cent.
TILES_NAMED = {tile_words(face): face for face in TILES}
NAMED = re.compile(rf"\b(?:{'|'.join(map(re.escape, TILES_NAMED))})\b")
ENVELOPE_WORDS = {"sealed": "Sealed", "awaited": "Not yet answered", "not_asked": "Not their turn"}


class SeatMark(NamedTuple):
    """The mark of one seat: a suit, with a frame from the fifth seat on."""

    suit: str
    form: str

    @property
    def words(self) -> str:
        """The mark in words: "Suns", "Moons ringed"."""
        return f"{SUIT_NAMES[self.suit]} {self.form}".strip()


def mark_of(owner: int | str) -> SeatMark:
    """Return the mark of a seat number, or the plain mark of a suit letter."""
    if isinstance(owner, str):
        return SeatMark(owner, "")
    return SeatMark(SUITS[owner % 4], FORMS[owner // 4])


register.filter("tile_words", tile_words)


@register.filter
def tile_name(tile: str) -> str:
    """Name a tile as a label: "5 of Suns", "Ace of Crowns"."""
    return upper_first(tile_words(tile))


def die_name(face: str) -> str:
    """Name a die's face: "Suns 4", "Moons null"."""
    return die_words(face)


def suit_name(suit: str) -> str:
    """Name a suit: "Suns"."""
    return SUIT_NAMES[suit]


@register.simple_tag
def patterns() -> SafeString:
    """Draw the fill patterns of all games; they stand once on a page, in `pieces/sprite.svg`."""
    return mark_safe("".join(map(render_to_string, PATTERNS)))  # noqa: S308 - rendered by our own templates


@register.inclusion_tag("pieces/suit.svg")
def suit(letter: str, decorative: bool = False) -> Drawn:
    """Draw a suit's symbol. Decorative if its name is written beside it."""
    return {"suit": letter, "name": "" if decorative else SUIT_NAMES[letter]}


@register.inclusion_tag("pieces/seat_mark.svg")
def seat_mark(seat: int | str, decorative: bool = False) -> Drawn:
    """Draw the mark of a seat, 0 to 11."""
    mark = mark_of(seat)
    return {"mark": mark, "name": "" if decorative else mark.words}


@register.inclusion_tag("pieces/tile.svg")
def tile(face: str = "", chosen: bool = False, allowed: bool = True, decorative: bool = False) -> Drawn:
    """Draw a tile, face down if no face is given."""
    states = [" tile-chosen"] * chosen + [" tile-barred"] * (not allowed)
    name = tile_name(face) if face else "Tile face down"
    notes = [", chosen"] * chosen + [", not allowed"] * (not allowed)
    return {"tile": face, "classes": "".join(states), "name": "" if decorative else name + "".join(notes)}


@register.filter
def with_pieces(words: str) -> SafeString:
    """Draw each tile that a sentence names as a small piece before its name: "the 5 of Suns"."""

    def drawn(found: re.Match[str]) -> str:
        piece = render_to_string("pieces/tile.svg", tile(TILES_NAMED[found[0]], decorative=True))
        return f'<span class="said-tile"><span class="said-piece">{piece}</span> {found[0]}</span>'

    return mark_safe(NAMED.sub(drawn, escape(words)))  # noqa: S308 - escaped; the pieces are our own templates


@register.inclusion_tag("pieces/die.svg")
def die(face: str, decorative: bool = False) -> Drawn:
    """Draw a die showing `face`."""
    return {"face": face, "name": "" if decorative else die_words(face)}


@register.inclusion_tag("pieces/coins.html")
def coins(count: int, noun: str = "coin") -> Drawn:
    """Write a number of coins and draw up to nine of them, overlapping."""
    drawn = min(count, COINS_DRAWN)
    shifts = [f"{index * COIN_STEP:.1f}" for index in range(drawn)]
    width = f"{28 + max(drawn - 1, 0) * COIN_STEP:.1f}"
    return {"count": count, "noun": noun if count == 1 else f"{noun}s", "shifts": shifts, "width": width}


@register.inclusion_tag("pieces/bid_coin.svg")
def bid_coin(count: int, noun: str = "coin", decorative: bool = False) -> Drawn:
    """Draw a disc with the number of coins in a bid; a bid of none is a dashed ring."""
    return {"count": count, "name": "" if decorative else counted(count, noun)}


@register.inclusion_tag("pieces/pawn.svg")
def pawn(owner: int | str, given_up: bool = False, decorative: bool = False) -> Drawn:
    """Draw the pawn of a seat or suit; a pawn given up is an outline."""
    mark = mark_of(owner)
    name = f"Pawn of {mark.words}{', given up' if given_up else ''}"
    return {"mark": mark, "given_up": given_up, "name": "" if decorative else name}


@register.inclusion_tag("pieces/envelope.html")
def envelope(state: str, words: str = "") -> Drawn:
    """Draw an envelope: `sealed`, `awaited` or `not_asked`, with optional words beside it."""
    return {"state": str(state), "words": words, "name": "" if words else ENVELOPE_WORDS[state]}
