"""Days, times and numbers are written as the reader's language writes them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.test import override_settings
from django.utils import timezone, translation

from foundation.days import clock, stamped, weekday_and_clock
from foundation.language import decimal, reword
from foundation.templatetags.post import plain_time
from ladders.templatetags.ladders import points_in_digits
from moderation.models.signal_words import ANSWERS_ALIKE, MESSAGES, TIMES

NOW = datetime(2026, 11, 28, 9, 5, tzinfo=UTC)
MANY = override_settings(LANGUAGES=[(code, code) for code in ("en-gb", "de", "fr", "es", "ja", "cs")])


@pytest.mark.parametrize(
    ("language", "day", "small", "paused"),
    [
        ("en-gb", "SAT 28 NOV", "Sat 28", "28 Nov"),
        ("de", "SA 28. NOV", "Sa 28.", "28. Nov"),
        ("fr", "SAM 28 NOV", "sam 28", "28 nov"),
        ("es", "SÁB 28 NOV", "sáb 28", "28 nov"),
        ("cs", "SO 28. 11.", "so 28.", "28. 11."),
        ("ja", "11月28日(土)", "28日(土)", "11月28日"),
    ],
)
def test_a_stamp_has_the_day_in_the_order_of_the_language(language: str, day: str, small: str, paused: str):
    with MANY, translation.override(language):
        drawn = Template("{% load post %}{% postmark when decorative=True %}").render(Context({"when": NOW}))
        assert f">{day}<" in drawn
        assert (stamped(NOW, parts="Ed"), stamped(NOW, parts="MMMd")) == (small, paused)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en-gb", "Sat 09:05"), ("de", "Sa., 09:05"), ("fr", "sam. 09:05"), ("es", "sáb, 9:05"), ("cs", "so 9:05")],
)
def test_a_time_of_this_week_has_its_weekday(language: str, words: str):
    with MANY, translation.override(language):
        assert weekday_and_clock(NOW) == words
        assert words.endswith(clock(NOW))


@pytest.mark.parametrize(
    ("language", "points", "share"),
    [
        ("en-gb", "1234.5", "0.4%"),
        ("de", "1234,5", "0,4\xa0%"),
        ("fr", "1234,5", "0,4\xa0%"),
        ("es", "1234,5", "0,4\xa0%"),
    ],
)
def test_numbers_with_a_point(language: str, points: str, share: str):
    with MANY, translation.override(language):
        assert points_in_digits(1234.5) == points
        assert decimal("0.4%") == share


def test_the_figures_of_a_signal_are_those_of_its_reader():
    kept = ANSWERS_ALIKE.format(days=5, usual="2", chance="0.4%")
    with MANY, translation.override("de"):
        assert " 0,4\xa0% " in reword(kept, MESSAGES, values=TIMES)
    assert " 0.4% " in reword(kept, MESSAGES, values=TIMES)


ON_THE_DAY, IN_UTC = NOW + timedelta(hours=1), "UTC"
READINGS = {
    "today 09:05": (ON_THE_DAY, IN_UTC, "en-gb"),
    "heute 09:05": (ON_THE_DAY, IN_UTC, "de"),
    "today 18:05": (ON_THE_DAY, "Asia/Tokyo", "en-gb"),
    "Sat 09:05": (ON_THE_DAY + timedelta(days=2), IN_UTC, "en-gb"),
}


@pytest.mark.parametrize("other", [words for words in READINGS if words != "today 09:05"])
@pytest.mark.parametrize("is_first", [True, False])
def test_the_same_time_differs_by_language_zone_and_day(other: str, is_first: bool, monkeypatch: pytest.MonkeyPatch):
    # Words are kept once they are found, so each case has a time of its own.
    when = NOW + timedelta(microseconds=2 * list(READINGS).index(other) + is_first)
    for words in (other, "today 09:05") if is_first else ("today 09:05", other):
        now, zone, language = READINGS[words]
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        with MANY, timezone.override(ZoneInfo(zone)), translation.override(language):
            assert f">{words}</time>" in plain_time(when, "recent")
