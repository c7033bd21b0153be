"""Spans of time in words."""

from django.utils.functional import lazy

from engine.language import plural

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


def span_words(seconds: int) -> str:
    """Format a duration in whole days, hours or minutes: "3 days", "36 hours"."""
    if seconds and seconds % DAY == 0:
        return plural(seconds // DAY, "{count} day", "{count} days")
    if seconds and seconds % HOUR == 0:
        return plural(seconds // HOUR, "{count} hour", "{count} hours")
    if seconds and seconds % MINUTE == 0:
        return plural(seconds // MINUTE, "{count} minute", "{count} minutes")
    return plural(seconds, "{count} second", "{count} seconds")


lazy_span_words = lazy(span_words, str)
