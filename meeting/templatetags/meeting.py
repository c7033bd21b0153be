"""The button for a quick table, which pages of other apps include."""

from typing import Any

from django import template
from django.template import Context

from accounts.models import User
from meeting.selectors.waiting import row_of

register = template.Library()


@register.inclusion_tag("meeting/_button.html", takes_context=True)
def quick_table(context: Context, *, primary: bool = False, large: bool = False) -> dict[str, Any]:
    """The button, or where the reader stands if they wait already."""
    user = context.get("user")
    row = row_of(user) if isinstance(user, User) else None
    return {
        "user": user,
        "row": row,
        "primary": primary,
        "large": large,
        "csrf_token": context.get("csrf_token"),
    }
