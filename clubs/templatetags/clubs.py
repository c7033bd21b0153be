"""What other apps' pages show of clubs."""

from django import template

from accounts.models import User
from clubs.models import Membership
from clubs.selectors.clubs import clubs_of

register = template.Library()


@register.filter
def memberships(user: User) -> list[Membership]:
    """The clubs that a user belongs to."""
    return list(clubs_of(user))
