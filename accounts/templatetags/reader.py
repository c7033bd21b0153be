"""Template tags for dates and times in the reader's zone and language."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.values import dates
from foundation.templatetags.post import city

register = template.Library()

register.filter("day_words", dates.day_words)
register.filter("moment_words", dates.moment_words)
register.filter("moment_in_utc", dates.moment_in_utc)
register.simple_tag(city, name="zone_words")


@register.simple_tag
def moment(at: datetime) -> SafeString:
    """The date and time in words, in a `<time>` element."""
    return format_html('<time datetime="{}">{}</time>', timezone.localtime(at).isoformat(), dates.moment_words(at))


@register.simple_tag
def day(at: datetime) -> SafeString:
    """The date in words, in a `<time>` element."""
    return format_html('<time datetime="{}">{}</time>', timezone.localtime(at).date().isoformat(), dates.day_words(at))
