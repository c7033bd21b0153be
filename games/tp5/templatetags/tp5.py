"""The tags of TP5's templates; `games/tp5/page/` has what they say and draw."""

import json

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.piecepack import SUITS, the_tile_words
from engine.words import upper_first
from foundation.kept_drawings import Drawn, draws
from foundation.templatetags.pieces import seat_mark
from games.tp5.page import contests, die, form, mat, phestivities
from games.tp5.page.board import sample_cell
from games.tp5.page.says import composer_says
from games.tp5.rules.hands import hand_with_die, hand_words
from games.tp5.rules.values import VALUE_OF, a_value, short

register = template.Library()


register.simple_tag(name="tp5_seat_row")(mat.row_on_mat)
register.simple_tag(name="tp5_own_row")(mat.own_row)
register.simple_tag(name="tp5_own_choices")(mat.own_choices)
register.simple_tag(name="tp5_centre")(mat.centre_on_mat)
register.simple_tag(mat.known_about)
register.filter(mat.own_row_is_below)
register.filter(mat.beaten_words)

register.simple_tag(form.form_holds)
register.simple_tag(form.ask_of)
register.simple_tag(form.owners_in_hand)
register.simple_tag(form.bound_owners)
register.simple_tag(form.my_claims)
register.simple_tag(form.window_offers)
register.simple_tag(name="tp5_values")(form.value_fields)
register.simple_tag(name="tp5_suits")(form.suit_fields)
register.filter(form.is_listed)

register.simple_tag(contests.last_contests)
register.simple_tag(phestivities.phestivities_named)
register.filter(phestivities.phestivity_templates)

register.filter("the_tile_words", the_tile_words)
register.filter("value_words", a_value)


@draws(register, "tp5/_die.svg")
def tp5_die(value: int) -> Drawn:
    """Draw the shared die; 0 means not rolled yet."""
    return {"value": value, "pips": die.PIPS.get(value, ()), "words": die.die_words(value)}


@register.filter
def rank_label(rank: str) -> str:
    """Return a tile's rank as it is drawn small: "null", "4", "ace"."""
    return short(VALUE_OF[f"{SUITS[0]}{rank}"])


@register.simple_tag
def tp5_says() -> str:
    """Return the texts of the script that puts a composed answer into words."""
    return json.dumps(composer_says())


@register.simple_tag
def sign_of(seat: int) -> SafeString:
    """Draw the sign of a seat for a sentence of a rules page."""
    return render_to_string("pieces/seat_mark.svg", seat_mark(seat, decorative=True))


@register.inclusion_tag("tp5/_sample_row.html")
def sample_row(text: str) -> Drawn:
    """Draw tiles for a rules page: "S5 ?? ??/02/stated" is a 5 of Suns, a back, and a back with two claims."""
    return {"cells": [sample_cell(number, *part.split("/")) for number, part in enumerate(text.split(), start=1)]}


@register.inclusion_tag("tp5/_sample_hand.html")
def sample_hand(tiles: str, die: int) -> Drawn:
    """Draw the hand of these tiles and a roll."""
    return {"hand": hand_with_die(tuple(tiles.split()), die)}


@register.simple_tag
def sample_words(tiles: str, die: int) -> str:
    """Return the hand of these tiles and a roll in words."""
    return upper_first(hand_words(hand_with_die(tuple(tiles.split()), die)))
