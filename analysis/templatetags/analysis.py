"""The parts of a table's page that are about hints and analyses."""

from typing import Any

from django import template
from django.template import Context

from analysis.selectors.hints import hint_in
from engine.view import MatchView

register = template.Library()


@register.inclusion_tag("analysis/_hint.html", takes_context=True)
def hint_box(context: Context, view: MatchView) -> dict[str, Any]:
    """Show the button for a hint, or the hint, to a player who is asked in an unrated match."""
    user = context.get("user")
    hint = hint_in(view) if user and user.is_authenticated and not context.get("by_mail") else None
    return {"view": view, "hint": hint, "csrf_token": context.get("csrf_token")}


@register.filter
def seat_analysed(view: MatchView) -> int:
    """Return the seat whose analysis a reader is led to: their own, or the winner's."""
    if view.me is not None:
        return view.me
    return min(view.seats, key=lambda seat: (seat.place or len(view.seats) + 1, seat.player)).player
