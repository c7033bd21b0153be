"""Time zones and languages of dates."""

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

DATE_LANGUAGES = [
    ("en-gb", gettext_lazy("English (4 March 2026, 18:30)")),
    ("en-us", gettext_lazy("English, American (March 4, 2026, 6:30 PM)")),
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
    """All zone names that this machine knows."""
    return frozenset(available_timezones() - {"localtime", "Factory"})


@cache
def zone_choices() -> list[tuple[str, str]]:
    """The zones to choose from: those named after places, and UTC."""
    named = sorted(name for name in zone_names() if "/" in name and not name.startswith(("Etc/", "SystemV/")))
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in named)]


def validate_zone(name: str) -> None:
    """Reject an unknown zone name."""
    if name not in zone_names():
        raise ValidationError(
            gettext("This time zone is not known here. Choose one from the list."), code="zone_unknown"
        )


def zone_or_utc(name: str) -> tzinfo:
    """The zone with this name, or UTC if unknown."""
    return ZoneInfo(name) if name in zone_names() else UTC
