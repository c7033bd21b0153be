"""Clocks and reliability in pages."""

from django import template
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.paces import clock_words, pace_words, span_words
from games.reliability import Reliability, reliability_of

register = template.Library()


@register.simple_tag
def reliability(user: User) -> Reliability:
    """How reliable a user is."""
    return reliability_of([user.pk], timezone.now())[user.pk]


@register.filter
def pace(match: Match) -> str:
    """The pace of a match in one line."""
    return pace_words(match)


@register.simple_tag
def terms_of_clock(match: Match) -> list[tuple[str, str]]:
    """All that a player should know of a match's clock before joining."""
    return clock_words(match)


@register.filter
def span(seconds: int) -> str:
    """A length of time: "36 hours"."""
    return span_words(seconds)
