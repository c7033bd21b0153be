"""The reader's zone and date language: in words, on pages, and forgotten afterwards."""

import asyncio
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from accounts.models import User
from accounts.values.dates import date_language, day_words, moment_words, reading_as, time_words
from accounts.values.zones import DATE_LANGUAGES, validate_zone, zone_choices, zone_names
from accounts.web.middleware import reader_time_zone
from foundation.templatetags.post import city
from tests.accounts.people import PASSWORD, guest, person
from tests.accounts.times import NOW


@pytest.mark.parametrize(
    ("zone", "at", "words"),
    [
        ("Asia/Kathmandu", datetime(2026, 3, 4, 18, 30, tzinfo=UTC), "Thursday 5 March 2026, 00:15"),
        ("Asia/Kolkata", datetime(2026, 3, 4, 18, 30, tzinfo=UTC), "Thursday 5 March 2026, 00:00"),
        ("Australia/Lord_Howe", datetime(2026, 4, 4, 14, 59, tzinfo=UTC), "Sunday 5 April 2026, 01:59"),
        ("Australia/Lord_Howe", datetime(2026, 4, 4, 15, 0, tzinfo=UTC), "Sunday 5 April 2026, 01:30"),
        ("Europe/London", datetime(2026, 3, 29, 0, 59, tzinfo=UTC), "Sunday 29 March 2026, 00:59"),
        ("Europe/London", datetime(2026, 3, 29, 1, 0, tzinfo=UTC), "Sunday 29 March 2026, 02:00"),
        ("America/New_York", datetime(2026, 11, 1, 5, 30, tzinfo=UTC), "Sunday 1 November 2026, 01:30"),
        ("America/New_York", datetime(2026, 11, 1, 6, 30, tzinfo=UTC), "Sunday 1 November 2026, 01:30"),
        ("Mars/Olympus", datetime(2026, 3, 4, 18, 30, tzinfo=UTC), "Wednesday 4 March 2026, 18:30"),
    ],
)
def test_half_hours_and_changes_of_the_clock(zone, at, words):
    with reading_as(zone, "en-gb"):
        assert moment_words(at) == words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en-us", "Wednesday, March 4, 2026, 6:30\u202fPM"),
        ("de", "Mittwoch, 4. März 2026, 18:30"),
        ("fr", "mercredi 4 mars 2026, 18:30"),
        ("es", "miércoles, 4 de marzo de 2026, 18:30"),
        ("ja", "2026年3月4日水曜日, 18:30"),
        ("xx", "Wednesday 4 March 2026, 18:30"),
    ],
)
def test_dates_in_the_readers_language(language, words):
    with reading_as("UTC", language):
        assert moment_words(NOW) == words


def test_the_first_of_a_month_in_french():
    first = datetime(2026, 12, 1, 12, 1, tzinfo=UTC)
    with reading_as("UTC", "fr"):
        assert moment_words(first) == "mardi 1er décembre 2026, 12:01"
        assert day_words(first) == day_words(first.date()) == "1er décembre 2026"
        assert day_words(first.replace(day=11)) == "11 décembre 2026"
    with reading_as("UTC", "es"):
        assert day_words(first) == "1 de diciembre de 2026"


def test_every_language_offered_writes_dates():
    with reading_as("UTC", "en-gb"):
        british = day_words(NOW)
    for language, _ in DATE_LANGUAGES:
        with reading_as("UTC", language):
            assert date_language() == language
            assert "2026" in day_words(NOW)
            assert (day_words(NOW) == british) is (language == "en-gb")


def test_only_dates_follow_the_reader_not_the_sites_own_words():
    with reading_as("UTC", "de"):
        day_words(NOW)
        assert translation.get_language() == "en-gb"


def test_the_city_of_the_zone():
    with reading_as("America/Argentina/Buenos_Aires", "en-gb"):
        assert city() == "Buenos Aires"
    with reading_as("", "en-gb"):
        assert city() == "UTC"


@pytest.mark.parametrize(
    ("language", "cities", "listed"),
    [
        ("en-gb", ["Lisbon", "New York", "Buenos Aires", "Kyiv"], ["Europe/Lisbon", "America/Argentina/Buenos Aires"]),
        ("de", ["Lissabon", "New York", "Buenos Aires", "Kiew"], ["Europa/Lissabon", "Amerika/Argentina/Buenos Aires"]),
        ("fr", ["Lisbonne", "New York", "Buenos Aires", "Kiev"], ["Europe/Lisbonne"]),
        ("es", ["Lisboa", "Nueva York", "Buenos Aires", "Kiev"], ["Europa/Lisboa", "América/Nueva York"]),
    ],
)
def test_cities_are_those_of_the_language(language: str, cities: list[str], listed: list[str]):
    zones = ["Europe/Lisbon", "America/New_York", "America/Argentina/Buenos_Aires", "Europe/Kyiv"]
    with translation.override(language):
        for zone, name in zip(zones, cities, strict=True):
            with reading_as(zone, "en-gb"):
                assert city() == name
        choices = zone_choices()
        assert set(listed) <= {name for _, name in choices}
        assert dict(choices).keys() == zone_choices_in_english().keys()
        named = [name for _, name in choices]
        assert len(set(named)) == len(named), "no two are named alike"
        assert not any("\N{SOFT HYPHEN}" in name for name in named)
        assert zone_choices() is choices, "made once"


def zone_choices_in_english() -> dict[str, str]:
    with translation.override("en-gb"):
        return dict(zone_choices())


def test_unknown_zones_are_refused():
    validate_zone("Asia/Kathmandu")
    for name in ("Mars/Olympus", "../etc/passwd", ""):
        with pytest.raises(ValidationError):
            validate_zone(name)


def test_the_zones_offered_are_known_and_named_by_place():
    names = [name for name, _ in zone_choices()]
    assert names[0] == "UTC"
    assert set(names) <= zone_names()
    assert len(names) == len(set(names)) > 400


def asked(user: object, cookie: str = "") -> HttpRequest:
    request = RequestFactory().get("/", headers={"Cookie": f"tz={cookie}"} if cookie else {})
    request.user = user  # type: ignore[assignment]

    async def auser() -> object:
        return user

    request.auser = auser  # type: ignore[assignment]
    return request


def answer(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{time_words(NOW)} {city()} {date_language()}")


async def answer_async(request: HttpRequest) -> HttpResponse:
    await asyncio.sleep(0.01)
    return answer(request)


VISITOR = AnonymousUser()
CHOSEN = User(username="ana", time_zone="Asia/Tokyo", zone_chosen=True, date_language="de")
UNCHOSEN = User(username="ben", time_zone="Asia/Tokyo")
CASES = [
    (VISITOR, "", "18:30 UTC en-gb"),
    (VISITOR, "Asia/Kathmandu", "00:15 Kathmandu en-gb"),
    (VISITOR, "Mars/Olympus", "18:30 UTC en-gb"),
    (CHOSEN, "Asia/Kathmandu", "03:30 Tokyo de"),
    (UNCHOSEN, "Asia/Kathmandu", "00:15 Kathmandu en-gb"),
    (UNCHOSEN, "", "03:30 Tokyo en-gb"),
]


@pytest.mark.parametrize(("user", "cookie", "words"), CASES)
def test_pages_are_in_the_readers_zone(user, cookie, words):
    assert reader_time_zone(answer)(asked(user, cookie)).content.decode() == words
    assert (timezone.get_current_timezone_name(), date_language()) == ("UTC", "en-gb")


@pytest.mark.parametrize(("user", "cookie", "words"), CASES)
async def test_pages_of_coroutines_too(user, cookie, words):
    page = await reader_time_zone(answer_async)(asked(user, cookie))
    assert page.content.decode() == words
    assert (timezone.get_current_timezone_name(), date_language()) == ("UTC", "en-gb")


async def test_readers_at_the_same_time_keep_their_own_zones():
    pages = await asyncio.gather(*(reader_time_zone(answer_async)(asked(user, cookie)) for user, cookie, _ in CASES))
    assert [page.content.decode() for page in pages] == [words for _, _, words in CASES]


def test_the_zone_is_forgotten_when_a_page_breaks():
    def broken(request: HttpRequest) -> HttpResponse:
        raise LookupError

    with pytest.raises(LookupError):
        reader_time_zone(broken)(asked(CHOSEN))
    assert (timezone.get_current_timezone_name(), date_language()) == ("UTC", "en-gb")


@pytest.mark.django_db
def test_the_profile_shows_and_keeps_zone_and_language():
    user = person("ana")
    client = Client()
    client.login(username="ana", password=PASSWORD)
    client.cookies["tz"] = "Asia/Kathmandu"
    first = client.get("/people/me/").content.decode()
    assert '<option value="Asia/Kathmandu" selected>' in first
    given = {"time_zone": "Europe/Prague", "date_language": "cs"}
    assert client.post("/people/me/", given).status_code == 302
    user.refresh_from_db()
    assert (user.time_zone, user.date_language, user.zone_chosen) == ("Europe/Prague", "cs", True)
    second = client.get("/people/me/").content.decode()
    assert '<option value="Europe/Prague" selected>' in second
    assert "(Prague)" in second


@pytest.mark.django_db
def test_a_zone_of_ones_own_invention_is_refused_in_one_sentence():
    user = person("ana")
    client = Client()
    client.force_login(user)
    page = client.post("/people/me/", {"time_zone": "Mars/Olympus", "date_language": "cs"})
    assert page.status_code == 200
    assert "This time zone is not known here." in page.content.decode()
    user.refresh_from_db()
    assert (user.time_zone, user.date_language) == ("UTC", "en-gb")


@pytest.mark.django_db
def test_a_guest_begins_with_the_zone_of_the_browser():
    client = Client()
    client.cookies["tz"] = "Asia/Kathmandu"
    client.post("/people/guest/", {"next": "/people/me/"})
    assert User.objects.get(kind="guest").time_zone == "Asia/Kathmandu"
    assert guest().time_zone == "UTC"
