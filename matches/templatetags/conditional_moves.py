"""The form for conditional moves on the table's page."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from engine.view import MatchView
from matches.conditional_moves.forms import ConditionalMoveForm, conditional_move_form, fields_of

register = template.Library()


@register.simple_tag(takes_context=True)
def conditional_move_form_of(context: Any, view: MatchView) -> ConditionalMoveForm:
    """Return the form: as submitted if it was refused, filled with the move to change, or empty."""
    return conditional_move_form(view, _fields(context, view))


def _fields(context: Any, view: MatchView) -> Mapping[str, Sequence[str]]:
    posted = context.get("posted")
    if posted:
        return posted  # type: ignore[no-any-return]
    number = context["request"].GET.get("change", "")
    moves = view.conditional_moves.moves if view.conditional_moves else ()
    if number.isascii() and number.isdecimal() and int(number[:4]) < len(moves):
        return fields_of(moves[int(number)], int(number))
    return {}
