"""Where a user is logged in, and how that ends."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.core.cache import caches
from django.test import Client

from accounts.models import User
from accounts.security.sessions import device_words
from rights.unused_guests import remove_unused_guests
from tests.accounts.people import PASSWORD, guest, person

pytestmark = pytest.mark.django_db
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1 Version/17.0 Mobile/15E Safari/604.1"
DESK = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0"


def at(user_agent: str, name: str = "ana") -> Client:
    """A browser of this kind that has logged in."""
    client = Client(headers={"User-Agent": user_agent})
    assert client.post("/accounts/login/", {"login": name, "password": PASSWORD}).status_code == 302
    return client


def is_in(client: Client) -> bool:
    return client.get("/people/me/").status_code == 200


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (PHONE, "Safari on iPhone"),
        (DESK, "Edge on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36", "Chrome on Android"),
        ("curl/8.0", "A script or an unknown browser"),
        ("", "A script or an unknown browser"),
    ],
)
def test_devices_have_names(agent: str, words: str):
    assert device_words(agent) == words


def test_all_places_are_listed_this_one_first():
    person("ana")
    at(PHONE)
    page = at(DESK).get("/people/me/safety/").content.decode()
    assert page.index("Edge on Windows") < page.index("this one") < page.index("Safari on iPhone")
    assert page.count("/log-ins/") == 2, "one form ends the other place, one ends all"


def test_one_place_is_ended_by_its_owner_alone():
    person("ana"), person("ben")
    phone, desk, ben = at(PHONE), at(DESK), at(DESK, "ben")
    number = re.search(r"/log-ins/(\d+)/end/", desk.get("/people/me/safety/").content.decode())
    assert number
    path = f"/people/me/safety/log-ins/{number[1]}/end/"
    assert ben.post(path).status_code == 404
    assert is_in(phone)
    assert desk.post(path)["Location"] == "/people/me/safety/"
    assert not is_in(phone) and is_in(desk) and is_in(ben)


def test_the_place_in_use_can_be_ended_too():
    person("ana")
    phone, desk = at(PHONE), at(DESK)
    number = re.search(r"/log-ins/(\d+)/end/", phone.get("/people/me/safety/").content.decode())
    assert number
    assert desk.post(f"/people/me/safety/log-ins/{number[1]}/end/")["Location"] == "/accounts/login/"
    assert is_in(phone) and not is_in(desk)


def test_everywhere_else_and_everywhere():
    person("ana"), person("ben")
    phone, desk, ben = at(PHONE), at(DESK), at(DESK, "ben")
    desk.post("/people/me/safety/log-ins/end/", {"where": "elsewhere"})
    assert not is_in(phone) and is_in(desk) and is_in(ben)
    phone = at(PHONE)
    assert desk.post("/people/me/safety/log-ins/end/", {"where": "everywhere"})["Location"] == "/accounts/login/"
    assert not is_in(phone) and not is_in(desk) and is_in(ben)


def test_a_new_password_ends_the_others():
    person("ana")
    phone, desk = at(PHONE), at(DESK)
    new = {"oldpassword": PASSWORD, "password1": "ink-and-seal-9", "password2": "ink-and-seal-9"}
    assert desk.post("/accounts/password/change/", new).status_code == 302
    assert not is_in(phone) and is_in(desk)
    assert desk.get("/people/me/safety/").content.decode().count("Safari on iPhone") == 0


def test_a_log_in_is_seen_now_and_then():
    client = Client()
    client.force_login(person("ana"))
    client.get("/people/me/")
    row = UserSession.objects.get()
    long_ago = datetime(2026, 1, 1, tzinfo=UTC)
    UserSession.objects.update(last_seen_at=long_ago)
    client.get("/people/me/")
    assert UserSession.objects.get().last_seen_at == long_ago, "a write for every page would cost too much"
    caches["near"].clear()
    client.get("/people/me/")
    seen = UserSession.objects.get()
    assert seen.pk == row.pk and seen.last_seen_at > long_ago


def test_a_guest_who_never_played_is_removed_with_the_log_in():
    visitor = guest()
    client = Client()
    client.force_login(visitor)
    client.get("/people/me/")
    assert UserSession.objects.filter(user=visitor).exists()
    assert remove_unused_guests(now=visitor.date_joined + timedelta(days=40)) == 1
    assert not User.objects.exists() and not UserSession.objects.exists()
