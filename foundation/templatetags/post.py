"""Times as postmarks, in words, and as time left, in the reader's time zone."""

from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.words import counted

register = template.Library()
register.filter("counted", counted)

Drawn = dict[str, Any]


def city() -> str:
    """Return the city of the reader's time zone: "Lisbon", "New York", "UTC"."""
    return timezone.get_current_timezone_name().rsplit("/", 1)[-1].replace("_", " ")


def state_of(when: datetime, turn_seconds: float | None) -> str:
    """Return `passed`, `urgent` if less than a fifth of the turn is left, or `calm`."""
    left = (when - timezone.now()).total_seconds()
    if left <= 0:
        return "passed"
    return "urgent" if turn_seconds and left < turn_seconds / 5 else "calm"


def written(when: datetime, pattern: str) -> str:
    """Format a time in the reader's zone with a Django date format."""
    return format_date(timezone.localtime(when), pattern)


def long_time(when: datetime) -> str:
    """Format as "Saturday 21 November, 20:00", with the year if it is not the current one."""
    other_year = timezone.localtime(when).year != timezone.localtime().year
    return written(when, "l j F Y, H:i" if other_year else "l j F, H:i")


def short_time(when: datetime) -> str:
    """Format as "Sat 21 Nov, 12:00", with the year if it is not the current one."""
    other_year = timezone.localtime(when).year != timezone.localtime().year
    return written(when, "j M Y, H:i" if other_year else "D j M, H:i")


def recent_time(when: datetime) -> str:
    """Format a past time briefly: "today 07:52", "Thu 21:14", "17 Nov, 20:00"."""
    days = (timezone.localtime().date() - timezone.localtime(when).date()).days
    if days == 0:
        return written(when, "\\t\\o\\d\\a\\y H:i")
    return written(when, "D H:i") if 0 < days < 7 else short_time(when)


def left_parts(when: datetime) -> tuple[int, int, int]:
    """Return whole days, hours and minutes from now until `when`, never below zero."""
    left = max(when - timezone.now(), timedelta())
    minutes = int(left.total_seconds() + 30) // 60
    return minutes // 1440, minutes // 60 % 24, minutes % 60


@register.filter
def time_left(when: datetime) -> str:
    """Format the time left in full: "1 day and 1 hour", "35 minutes"."""
    days, hours, minutes = left_parts(when)
    named = [(days, "day"), (hours, "hour"), (0 if days else minutes, "minute")]
    return " and ".join(counted(count, noun) for count, noun in named if count) or "less than a minute"


@register.filter
def short_left(when: datetime) -> str:
    """Format the time left briefly: "1 day 14 h", "1 hour", "35 min"."""
    days, hours, minutes = left_parts(when)
    if days:
        return counted(days, "day") + (f" {hours} h" if hours else "")
    if hours:
        return counted(hours, "hour") if not minutes else f"{hours} h {minutes} min"
    return f"{minutes} min" if minutes else "under a minute"


@register.simple_tag
def reader_now() -> str:
    """Return the reader's time and city: "Friday 20 November, 18:58 in Lisbon"."""
    return f"{long_time(timezone.now())} in {city()}"


@register.inclusion_tag("pieces/postmark.svg")
def postmark(
    when: datetime,
    caption: str = "Answer by",
    turn_seconds: float | None = None,
    state: str = "",
    decorative: bool = False,
) -> Drawn:
    """Draw a deadline as a cancelled stamp. Decorative if the same time is written nearby."""
    words = "Paused" if state == "paused" else f"{caption} {long_time(when)}, {city()}"
    return {
        "state": state or state_of(when, turn_seconds),
        "caption": caption.upper(),
        "city": city().upper(),
        "day": written(when, "D j M").upper(),
        "hour": written(when, "H:i"),
        "name": "" if decorative else words,
    }


@register.inclusion_tag("pieces/small_postmark.svg")
def small_postmark(
    when: datetime, turn_seconds: float | None = None, state: str = "", decorative: bool = False
) -> Drawn:
    """Draw a deadline as the small ring in lists; a paused clock shows the day it resumes."""
    state = state or state_of(when, turn_seconds)
    paused = state == "paused"
    words = f"Paused until {long_time(when)}" if paused else f"{long_time(when)}, {city()}"
    return {
        "state": state,
        "day": "Paused" if paused else written(when, "D j"),
        "hour": written(when, "j M" if paused else "H:i"),
        "name": "" if decorative else words,
    }


@register.simple_tag
def plain_time(when: datetime, form: str = "long") -> SafeString:
    """Format a time inside a `<time>` element: `long`, `short` or `recent`."""
    writers = {"long": long_time, "short": short_time, "recent": recent_time}
    return format_html('<time datetime="{}">{}</time>', when.isoformat(), writers[form](when))
