"""How each language writes numbers, and the locale for its dates, from the Unicode consortium's data (CLDR)."""

import re
from decimal import Decimal
from functools import cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.numbers import format_decimal, format_percent

DECIMAL = re.compile(r"\d+(\.\d+)?%?")


@cache
def locale_of(code: str) -> Locale | None:
    """What is known of a language; None if it is not known."""
    try:
        return Locale.parse(code, sep="-")
    except (UnknownLocaleError, ValueError):
        return None


@cache
def city_in(zone: str, locale: Locale | None) -> str:
    """The city that a time zone is named after, in a language or in English: "Lissabon", "Lisbon"."""
    english = zone.rpartition("/")[2].replace("_", " ")
    # A city within a state or country is named with it by CLDR.
    if locale is None or zone.count("/") != 1:
        return english
    # CLDR knows many cities by a name that the zone had before, such as Asia/Calcutta.
    names = [zone, *(old for old, new in get_global("zone_aliases").items() if new == zone)]
    found = (locale.time_zones.get(name, {}).get("city") for name in names)
    return next(filter(None, found), english).replace("\N{SOFT HYPHEN}", "")


def is_former_zone(zone: str) -> bool:
    """True for a name that a time zone had before, such as Asia/Calcutta."""
    return zone in get_global("zone_aliases")


def place_form_in(code: str, place: int) -> str:
    """Which form a place has in a language: `one`, `two`, `few`, `many` or `other`."""
    return str((locale_of(code) or Locale("en")).ordinal_form(place))


def is_decimal(words: str) -> bool:
    """True for a number as English writes it: "3", "2.5", "0.4%"."""
    return DECIMAL.fullmatch(words) is not None


def decimal_in(number: str, locale: Locale | None) -> str:
    """A number that English writes so, with all its digits, in another language: "2,5", "0,4 %"."""
    if locale is None:
        return number
    if number.endswith("%"):
        return format_percent(Decimal(number[:-1]) / 100, locale=locale, decimal_quantization=False)
    return format_decimal(Decimal(number), locale=locale, decimal_quantization=False, group_separator=False)
