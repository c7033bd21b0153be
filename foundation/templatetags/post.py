"""Times as postmarks, in words, and as time left, in the reader's time zone."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from engine.language import plural
from engine.words import and_list
from foundation.days import clock, day_with_year, long_day, short_day, stamped, weekday_and_clock
from foundation.language import is_english, language_read, locale_read
from foundation.locales import city_in

register = template.Library()

Drawn = dict[str, Any]
KEPT_TIMES = 8192


def city() -> str:
    """Return the city of the reader's time zone, as their language has it: "Lisbon", "New York", "UTC"."""
    return city_in(timezone.get_current_timezone_name(), locale_read())


def state_of(when: datetime, turn_seconds: float | None) -> str:
    """Return `passed`, `urgent` if less than a fifth of the turn is left, or `calm`."""
    left = (when - timezone.now()).total_seconds()
    if left <= 0:
        return "passed"
    return "urgent" if turn_seconds and left < turn_seconds / 5 else "calm"


def long_time(when: datetime) -> str:
    """Format as "Saturday 21 November, 20:00", with the year if it is not the current one."""
    return f"{long_day(when)}, {clock(when)}"


def short_time(when: datetime) -> str:
    """Format as "Sat 21 Nov, 12:00", with the year if it is not the current one."""
    return f"{short_day(when)}, {clock(when)}"


def utc_day(when: datetime) -> str:
    """Format the day of a time in UTC, for what many people read: "21 November 2026"."""
    if is_english():
        at = when.astimezone(UTC)
        return f"{at.day} {at:%B %Y}"
    with timezone.override(UTC):
        return day_with_year(when)


def utc_time(when: datetime) -> str:
    """Format a time in UTC, for what many people read: "21 November 2026, 20:00 UTC"."""
    return f"{utc_day(when)}, {when.astimezone(UTC):%H:%M} UTC"


def recent_time(when: datetime) -> str:
    """Format a past time briefly: "today 07:52", "Thu 21:14", "17 Nov, 20:00"."""
    days = (timezone.localtime().date() - timezone.localtime(when).date()).days
    if days == 0:
        return gettext("today {time}").format(time=clock(when))
    return weekday_and_clock(when) if 0 < days < 7 else short_time(when)


def left_parts(when: datetime) -> tuple[int, int, int]:
    """Return whole days, hours and minutes from now until `when`, never below zero."""
    left = max(when - timezone.now(), timedelta())
    minutes = int(left.total_seconds() + 30) // 60
    return minutes // 1440, minutes // 60 % 24, minutes % 60


@register.filter
def time_left(when: datetime) -> str:
    """Format the time left in full: "1 day and 1 hour", "35 minutes"."""
    days, hours, minutes = left_parts(when)
    parts = [
        plural(days, "{count} day", "{count} days") if days else "",
        plural(hours, "{count} hour", "{count} hours") if hours else "",
        plural(minutes, "{count} minute", "{count} minutes") if minutes and not days else "",
    ]
    return and_list([part for part in parts if part]) or gettext("less than a minute")


@register.filter
def short_left(when: datetime) -> str:
    """Format the time left briefly: "1 day 14 h", "1 hour", "35 min"."""
    days, hours, minutes = left_parts(when)
    if days and hours:
        return plural(days, "{count} day {hours} h", "{count} days {hours} h", hours=hours)
    if days:
        return plural(days, "{count} day", "{count} days")
    if hours and minutes:
        return gettext("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    if hours:
        return plural(hours, "{count} hour", "{count} hours")
    return gettext("{minutes} min").format(minutes=minutes) if minutes else gettext("under a minute")


@register.filter
def shortest_left(when: datetime) -> str:
    """Format the time left in its largest unit alone, for where there is little room: "2 days", "14 h", "35 min"."""
    days, hours, minutes = left_parts(when)
    if days:
        return plural(days, "{count} day", "{count} days")
    if hours:
        return gettext("{hours} h").format(hours=hours)
    return gettext("{minutes} min").format(minutes=max(minutes, 1))


@register.simple_tag
def reader_now() -> str:
    """Return the reader's time and city: "Friday 20 November, 18:58 in Lisbon"."""
    return gettext("{moment} in {city}").format(moment=long_time(timezone.now()), city=city())


@register.inclusion_tag("pieces/postmark.svg")
def postmark(
    when: datetime,
    caption: str = "",
    turn_seconds: float | None = None,
    state: str = "",
    decorative: bool = False,
) -> Drawn:
    """Draw a deadline as a cancelled stamp. Decorative if the same time is written nearby."""
    caption = caption or gettext("Answer by")
    moment = f"{long_time(when)}, {city()}"
    words = gettext("Paused") if state == "paused" else f"{caption} {moment}"
    return {
        "state": state or state_of(when, turn_seconds),
        "caption": caption.upper(),
        "city": city().upper(),
        "day": stamped(when).upper(),
        "hour": clock(when),
        "name": "" if decorative else words,
    }


@register.inclusion_tag("pieces/small_postmark.svg")
def small_postmark(
    when: datetime, turn_seconds: float | None = None, state: str = "", decorative: bool = False
) -> Drawn:
    """Draw a deadline as the small ring in lists; a paused clock shows the day it resumes."""
    state = state or state_of(when, turn_seconds)
    paused = state == "paused"
    moment = long_time(when)
    words = gettext("Paused until {moment}").format(moment=moment) if paused else f"{moment}, {city()}"
    return {
        "state": state,
        "day": pgettext("stamp", "Paused") if paused else stamped(when, parts="Ed"),
        "hour": stamped(when, parts="MMMd") if paused else clock(when),
        "name": "" if decorative else words,
    }


@register.simple_tag
def plain_time(when: datetime, form: str = "long") -> SafeString:
    """Format a time inside a `<time>` element: `long`, `short` or `recent`."""
    # The same times are read again and again: those of a log with each step of a match.
    today = timezone.localtime().date()
    return _plain_time(when, form, today, timezone.get_current_timezone_name(), language_read())


@lru_cache(KEPT_TIMES)
def _plain_time(when: datetime, form: str, _today: date, _zone: str, _language: str) -> SafeString:
    writers = {"long": long_time, "short": short_time, "recent": recent_time}
    return format_html('<time datetime="{}">{}</time>', when.isoformat(), writers[form](when))
