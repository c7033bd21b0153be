"""Guests: in at once, kept by signing up, removed when they never played."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.identity.services import create_guest, keep_guest
from accounts.models import User
from matches.models import Match
from notifications.models import Notice
from rights.unused_guests import remove_unused_guests
from tests.accounts.people import PASSWORD, guest, person
from tests.accounts.times import NOW

pytestmark = pytest.mark.django_db
GIVEN = {"username": "dora", "email": "Dora@example.org", "password": PASSWORD}


def welcome_of_the_test(user: User, choice: str) -> str:
    return f"/table/of/{user.pk}/{choice}"


@pytest.fixture(autouse=True)
def _welcome(monkeypatch):
    monkeypatch.setattr("accounts.identity.welcome._welcomes", [welcome_of_the_test])


def guest_client() -> tuple[Client, User]:
    client = Client()
    client.post("/people/guest/")
    return client, User.objects.get(kind="guest")


def test_a_visitor_plays_at_once():
    client = Client()
    page = client.post("/people/guest/")
    made = User.objects.get()
    assert page["Location"] == f"/table/of/{made.pk}/"
    assert (made.kind, made.has_usable_password(), made.email) == ("guest", False, "")
    assert made.display_name.startswith("Guest ")
    assert client.session["_auth_user_id"] == str(made.pk)


def test_a_visitor_plays_the_game_they_ask_for():
    page = Client().post("/people/guest/", {"choice": "tp5"})
    assert page["Location"] == f"/table/of/{User.objects.get().pk}/tp5"


def test_without_a_welcome_a_guest_comes_to_the_first_page_of_all_who_log_in(monkeypatch):
    monkeypatch.setattr("accounts.identity.welcome._welcomes", [])
    assert Client().post("/people/guest/")["Location"] == "/turns/"


def test_only_a_post_makes_a_guest():
    assert Client().get("/people/guest/").status_code == 405
    assert not User.objects.exists()


def test_another_press_makes_no_second_guest():
    client, made = guest_client()
    assert client.post("/people/guest/")["Location"] == f"/table/of/{made.pk}/"
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("wanted", "led"), [("/people/me/", True), ("https://evil.example/", False), ("//evil.example", False)]
)
def test_a_guest_is_led_within_the_site_alone(wanted, led):
    page = Client().post("/people/guest/", {"next": wanted})
    assert (page["Location"] == wanted) is led
    assert "evil" not in page["Location"]


def test_numbers_are_not_given_twice(monkeypatch):
    drawn = iter([0, 0, 1])
    monkeypatch.setattr("accounts.identity.services.secrets.randbelow", lambda below: next(drawn))
    first = create_guest(zone="", now=NOW)
    second = create_guest(zone="", now=NOW)
    assert (first.username, second.username) == ("guest-10000", "guest-10001")


def test_a_guest_becomes_a_person_in_the_same_row_and_stays_in():
    client, made = guest_client()
    match = Match.objects.create(
        game="bid",
        rules_version=1,
        players=3,
        turn_seconds=60,
        host=made,
        invite_token="t",
        seed_hash="",
        sealed_seeds=b"",
    )
    page = client.post("/people/keep/", GIVEN)
    assert page["Location"] == "/people/me/"
    made.refresh_from_db()
    match.refresh_from_db()
    assert (made.username, made.kind, made.email) == ("dora", "person", "dora@example.org")
    assert match.host == made
    assert client.get("/people/me/").status_code == 200, "still logged in"
    address = EmailAddress.objects.get(user=made)
    assert (address.primary, address.verified) == (True, False)
    letter = mail.outbox[0]
    assert (letter.to, letter.subject) == (["dora@example.org"], "Confirm your address")
    link = str(letter.body).split(settings.SITE_URL)[1].split()[0]
    client.post(link)
    address.refresh_from_db()
    assert address.verified
    assert Client().login(username="dora", password=PASSWORD)


def test_an_address_of_another_is_told_to_its_owner_alone():
    owner = person("ana", language="de")
    client, made = guest_client()
    page = client.post("/people/keep/", GIVEN | {"email": "ana@example.org"})
    assert page.status_code == 302
    assert [letter.subject for letter in mail.outbox] == ["Du hast schon ein Konto"]
    assert EmailAddress.objects.get(email="ana@example.org", verified=True).user == owner
    assert not EmailAddress.objects.get(user=made).verified


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"username": "ANA"}, "This name is taken."),
        ({"username": "<b>dora"}, "A name is made of"),
        ({"username": "guest-22222"}, "kept for the site"),
        ({"email": "nowhere"}, "This is not a mail address."),
        ({"password": "12345"}, "too short"),
        ({"password": "dora@example.org"}, "too similar"),
    ],
)
def test_what_is_wrong_is_said_and_the_guest_stays_a_guest(wrong, words):
    person("ana")
    client, made = guest_client()
    page = client.post("/people/keep/", GIVEN | wrong)
    assert page.status_code == 200
    assert words in page.content.decode()
    made.refresh_from_db()
    assert made.kind == "guest"


def test_a_name_taken_meanwhile_is_refused_and_nothing_is_half_done():
    person("ana")
    made = guest()
    with pytest.raises(ValidationError):
        keep_guest(user=made, name="Ana", address="dora@example.org", password=PASSWORD)
    made.refresh_from_db()
    assert (made.kind, made.email) == ("guest", "")
    assert not EmailAddress.objects.filter(user=made).exists()


def test_sign_up_and_address_lead_a_guest_to_keeping_the_account():
    client, _ = guest_client()
    assert client.get("/accounts/signup/")["Location"] == "/people/keep/"
    assert client.post("/accounts/signup/", {"username": "x"})["Location"] == "/people/keep/"
    assert client.post("/accounts/email/", {"email": "a@example.org", "action_add": ""})["Location"] == "/people/keep/"
    assert not EmailAddress.objects.exists()


def test_keeping_is_for_guests():
    assert Client().get("/people/keep/")["Location"] == "/accounts/signup/"
    client = Client()
    client.force_login(person("ana"))
    assert client.get("/people/keep/")["Location"] == "/people/me/"


def test_a_guest_can_log_in_to_an_account_of_earlier():
    user = person("ana")
    client, _ = guest_client()
    page = client.get("/accounts/login/").content.decode()
    assert "stay behind" in page
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(user.pk)


def test_guests_who_never_played_go_after_thirty_days():
    long_ago = NOW - timedelta(days=30)
    unused = create_guest(zone="", now=long_ago)
    young = create_guest(zone="", now=long_ago + timedelta(seconds=1))
    host = create_guest(zone="", now=long_ago)
    Match.objects.create(
        game="bid",
        rules_version=1,
        players=3,
        turn_seconds=60,
        host=host,
        invite_token="t",
        seed_hash="",
        sealed_seeds=b"",
    )
    newcomer = create_guest(zone="", now=long_ago)
    Notice.objects.create(user=newcomer, kind="turn", topic="match:1", due_at=NOW, made_at=NOW)
    old_person = person("ana", date_joined=long_ago)
    assert remove_unused_guests(now=NOW) == 2
    assert set(User.objects.all()) == {young, host, old_person}
    assert not User.objects.filter(pk=unused.pk).exists()
