"""Time zones and the languages in which dates are written."""

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError

DATE_LANGUAGES = [
    ("en-gb", "English (4 March 2026, 18:30)"),
    ("en-us", "English, American (March 4, 2026, 6:30 p.m.)"),
    ("cs", "čeština"),
    ("de", "Deutsch"),
    ("es", "español"),
    ("fr", "français"),
    ("it", "italiano"),
    ("ja", "日本語"),
    ("nl", "Nederlands"),
    ("pl", "polski"),
    ("pt", "português"),
    ("sv", "svenska"),
]


@cache
def zone_names() -> frozenset[str]:
    """Every zone name this machine knows."""
    return frozenset(available_timezones() - {"localtime", "Factory"})


@cache
def zone_choices() -> list[tuple[str, str]]:
    """The zones a reader chooses from: those named by place, and UTC."""
    named = sorted(name for name in zone_names() if "/" in name and not name.startswith(("Etc/", "SystemV/")))
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in named)]


def validate_zone(name: str) -> None:
    """Refuse a zone name this machine does not know."""
    if name not in zone_names():
        raise ValidationError("This time zone is not known here. Choose one from the list.", code="zone_unknown")


def zone_or_utc(name: str) -> tzinfo:
    """The zone of this name, or UTC where there is none."""
    return ZoneInfo(name) if name in zone_names() else UTC
