"""Template tags for the pace of a match and the reliability of a user."""

from django import template
from django.utils import timezone

from accounts.models import User
from matches.clocks.reliability import Reliability, reliability_of
from matches.clocks.time_controls import pace_words
from matches.models import Match

register = template.Library()


@register.simple_tag
def reliability(user: User) -> Reliability:
    """Return the reliability of a user."""
    return reliability_of([user.pk], timezone.now())[user.pk]


@register.filter
def pace(match: Match) -> str:
    """Describe the pace of a match in one line."""
    return pace_words(match)
