"""The form for planning ahead, as the table's page asks for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from games.matchview import MatchView
from games.planforms import PlanForm, fields_of, plan_form

register = template.Library()


@register.simple_tag(takes_context=True)
def plan_form_of(context: Any, view: MatchView) -> PlanForm:
    """Make the form: as it was sent when it was refused, with an order that is to be changed, or empty."""
    return plan_form(view, _fields(context, view))


def _fields(context: Any, view: MatchView) -> Mapping[str, Sequence[str]]:
    posted = context.get("posted")
    if posted:
        return posted  # type: ignore[no-any-return]
    number = context["request"].GET.get("change", "")
    rules = view.plan.rules if view.plan else ()
    if number.isascii() and number.isdecimal() and int(number[:4]) < len(rules):
        return fields_of(rules[int(number)], int(number))
    return {}
