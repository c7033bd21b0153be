"""What pages of other apps show of friends."""

from typing import Any

from django import template
from django.template import Context

from accounts.models import User
from friends.selectors.friends import follows, people_followed

register = template.Library()
MOST_OFFERED = 60


@register.inclusion_tag("friends/_follow.html", takes_context=True)
def follow_button(context: Context, shown: User) -> dict[str, Any]:
    """The button to follow someone, on their page."""
    me = context.get("user")
    may = isinstance(me, User) and me.is_person and me != shown and shown.enters_itself
    return {
        "shown": shown,
        "me": me,
        "may_follow": may,
        "follows": may and isinstance(me, User) and follows(me, shown),
        "csrf_token": context.get("csrf_token"),
    }


@register.simple_tag
def friends_to_invite(user: object) -> list[User]:
    """The people whom a reader follows, to invite them to a table, by name."""
    if not isinstance(user, User):
        return []
    people = [row.other for row in people_followed(user)[:MOST_OFFERED]]
    return sorted(people, key=lambda person: person.name_key)
