"""Pieces drawn as SVG, each with a text alternative. The page includes their symbols once, from `pieces/sprite.svg`."""

from typing import NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy, ngettext

from engine.piecepack import SUITS, die_words, suit_words, the_tile_words, tile_words
from engine.words import upper_first
from foundation.kept_drawings import Drawn, draws
from foundation.patterns import PATTERNS

register = template.Library()

FORMS = ("", "ringed", "squared")
COINS_DRAWN = 9
COIN_STEP = 17.36  # Coins of 28 overlap by 38 per cent,
COINS_SPREAD = 3 * COIN_STEP  # and more than four of them by more, so that many are no wider than a place card.
ENVELOPE_WORDS = {
    "sealed": gettext_lazy("Sealed"),
    "awaited": gettext_lazy("Not yet answered"),
    "not_asked": gettext_lazy("Not their turn"),
}


class SeatMark(NamedTuple):
    """The mark of one seat: a suit, with a frame from the fifth seat on."""

    suit: str
    form: str

    @property
    def words(self) -> str:
        """The mark in words: "Suns", "Moons ringed"."""
        if self.form == "ringed":
            return gettext("{suit} ringed").format(suit=suit_words(self.suit))
        if self.form == "squared":
            return gettext("{suit} squared").format(suit=suit_words(self.suit))
        return suit_words(self.suit)


def mark_of(owner: int | str) -> SeatMark:
    """Return the mark of a seat number, or the plain mark of a suit letter."""
    if isinstance(owner, str):
        return SeatMark(owner, "")
    return SeatMark(SUITS[owner % 4], FORMS[owner // 4])


register.filter("the_tile_words", the_tile_words)


@register.filter
def tile_name(tile: str) -> str:
    """Name a tile as a label: "5 of Suns", "Ace of Crowns"."""
    return upper_first(tile_words(tile))


@register.simple_tag
def patterns() -> SafeString:
    """Draw the fill patterns of all games; they stand once on a page, in `pieces/sprite.svg`."""
    return mark_safe("".join(map(render_to_string, PATTERNS)))  # noqa: S308 - rendered by our own templates


@draws(register, "pieces/suit.svg")
def suit(letter: str, decorative: bool = False) -> Drawn:
    """Draw a suit's symbol. Decorative if its name is written beside it."""
    return {"suit": letter, "name": "" if decorative else suit_words(letter)}


@draws(register, "pieces/seat_mark.svg")
def seat_mark(seat: int | str, decorative: bool = False) -> Drawn:
    """Draw the mark of a seat, 0 to 11."""
    mark = mark_of(seat)
    return {"mark": mark, "name": "" if decorative else mark.words}


@draws(register, "pieces/tile.svg")
def tile(face: str = "", chosen: bool = False, allowed: bool = True, decorative: bool = False) -> Drawn:
    """Draw a tile, face down if no face is given."""
    states = [" tile-chosen"] * chosen + [" tile-barred"] * (not allowed)
    name = tile_name(face) if face else gettext("Tile face down")
    notes = [gettext(", chosen")] * chosen + [gettext(", not allowed")] * (not allowed)
    return {"tile": face, "classes": "".join(states), "name": "" if decorative else name + "".join(notes)}


@draws(register, "pieces/die.svg")
def die(face: str, decorative: bool = False) -> Drawn:
    """Draw a die showing `face`."""
    return {"face": face, "name": "" if decorative else die_words(face)}


def counted_words(count: int, noun: str) -> str:
    """Count coins, or tokens where coins stand for them."""
    if noun == "token":
        return ngettext("{count} token", "{count} tokens", count).format(count=count)
    return ngettext("{count} coin", "{count} coins", count).format(count=count)


@draws(register, "pieces/coins.html")
def coins(count: int, noun: str = "coin") -> Drawn:
    """Write a number of coins and draw up to nine of them, overlapping."""
    drawn = min(count, COINS_DRAWN)
    step = min(COIN_STEP, COINS_SPREAD / max(drawn - 1, 1))
    shifts = [f"{index * step:.1f}" for index in range(drawn)]
    width = f"{28 + max(drawn - 1, 0) * step:.1f}"
    return {"count": count, "words": counted_words(count, noun), "shifts": shifts, "width": width}


@draws(register, "pieces/bid_coin.svg")
def bid_coin(count: int, noun: str = "coin", decorative: bool = False) -> Drawn:
    """Draw a disc with the number of coins in a bid; a bid of none is a dashed ring."""
    return {"count": count, "name": "" if decorative else counted_words(count, noun)}


@draws(register, "pieces/pawn.svg")
def pawn(owner: int | str, given_up: bool = False, decorative: bool = False) -> Drawn:
    """Draw the pawn of a seat or suit; a pawn given up is an outline."""
    mark = mark_of(owner)
    given = gettext("Pawn of {owner}, given up") if given_up else gettext("Pawn of {owner}")
    name = given.format(owner=mark.words)
    return {"mark": mark, "given_up": given_up, "name": "" if decorative else name}


@register.inclusion_tag("pieces/envelope.html")
def envelope(state: str, words: str = "") -> Drawn:
    """Draw an envelope: `sealed`, `awaited` or `not_asked`, with optional words beside it."""
    return {"state": str(state), "words": words, "name": "" if words else ENVELOPE_WORDS[state]}
