"""Time zones and languages of dates."""

from collections import Counter
from datetime import UTC, tzinfo
from functools import cache
from unicodedata import combining, normalize
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from foundation.language import language_read, locale_read
from foundation.locales import city_in, is_former_zone

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
AREAS = {
    "Africa": pgettext_lazy("time zones", "Africa"),
    "America": pgettext_lazy("time zones", "America"),
    "Antarctica": pgettext_lazy("time zones", "Antarctica"),
    "Arctic": pgettext_lazy("time zones", "Arctic"),
    "Asia": pgettext_lazy("time zones", "Asia"),
    "Atlantic": pgettext_lazy("time zones", "Atlantic"),
    "Australia": pgettext_lazy("time zones", "Australia"),
    "Europe": pgettext_lazy("time zones", "Europe"),
    "Indian": pgettext_lazy("time zones", "Indian"),
    "Pacific": pgettext_lazy("time zones", "Pacific"),
}
"""The parts of the world in the names of zones. Older names have a country in their place."""


@cache
def zone_names() -> frozenset[str]:
    """All zone names that this machine knows."""
    return frozenset(available_timezones() - {"localtime", "Factory"})


def zone_choices() -> list[tuple[str, str]]:
    """The zones to choose from, in the reader's language: those named after places, and UTC."""
    return _choices_in(language_read())


@cache
def _choices_in(language: str) -> list[tuple[str, str]]:
    """These zones in this language, which is the one that is read now."""
    named = [name for name in zone_names() if "/" in name and not name.startswith(("Etc/", "SystemV/"))]
    places = {name: _place(name) for name in named}
    times = Counter(places.values())
    # Two may share their name in CLDR, as one city was in the place of the other once.
    told_apart = [(name, words if times[words] == 1 else _in_english(name)) for name, words in places.items()]
    return [("UTC", "UTC"), *sorted(told_apart, key=lambda choice: _letters(choice[1]))]


def _place(zone: str) -> str:
    """A zone as its readers look for it: "Europe/Lisbon", "America/Argentina/Buenos Aires"."""
    area, *between, _ = zone.replace("_", " ").split("/")
    # What a zone was called before stays, or nobody could tell it from that zone.
    locale = None if is_former_zone(zone) else locale_read()
    return "/".join([str(AREAS.get(area, area)), *between, city_in(zone, locale)])


def _in_english(zone: str) -> str:
    area, _, rest = zone.replace("_", " ").partition("/")
    return f"{AREAS.get(area, area)}/{rest}"


def _letters(text: str) -> str:
    """Sort marked letters, such as Ü, with those that they are made of."""
    return "".join(letter for letter in normalize("NFD", text) if not combining(letter)).casefold()


def validate_zone(name: str) -> None:
    """Reject an unknown zone name."""
    if name not in zone_names():
        raise ValidationError(
            gettext("This time zone is not known here. Choose one from the list."), code="zone_unknown"
        )


def zone_or_utc(name: str) -> tzinfo:
    """The zone with this name, or UTC if unknown."""
    return ZoneInfo(name) if name in zone_names() else UTC
