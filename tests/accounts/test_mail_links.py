"""Links in mails lead to the site's own address, whatever host and port a request names."""

import re
from collections.abc import Callable

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from operations.management.commands.play import follow_port
from tests.accounts.people import PASSWORD, guest, person

pytestmark = pytest.mark.django_db
OWN = "https://post.example"
NEW = {"username": "dora", "email": "dora@example.org", "password1": PASSWORD}


def signs_up(client: Client) -> None:
    client.post("/accounts/signup/", NEW)


def signs_up_again(client: Client) -> None:
    client.post("/accounts/signup/", NEW | {"email": "ana@example.org"})


def keeps_the_account(client: Client) -> None:
    client.force_login(guest())
    client.post("/people/keep/", {"username": "dora", "email": "dora@example.org", "password": PASSWORD})


def keeps_it_with_an_address_of_another(client: Client) -> None:
    client.force_login(guest())
    client.post("/people/keep/", {"username": "dora", "email": "ana@example.org", "password": PASSWORD})


def changes_the_address(client: Client) -> None:
    client.login(username="ana", password=PASSWORD)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "ana@elsewhere.example", "action_add": ""})


def logs_in_unconfirmed(client: Client) -> None:
    person("ben", confirmed=False)
    client.post("/accounts/login/", {"login": "ben", "password": PASSWORD})


def forgets_the_password(client: Client) -> None:
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})


def changes_the_password(client: Client) -> None:
    client.login(username="ana", password=PASSWORD)
    new = {"oldpassword": PASSWORD, "password1": "another-paper", "password2": "another-paper"}
    client.post("/accounts/password/change/", new)


ASKED = [
    signs_up,
    signs_up_again,
    keeps_the_account,
    keeps_it_with_an_address_of_another,
    changes_the_address,
    logs_in_unconfirmed,
    forgets_the_password,
    changes_the_password,
]


@pytest.mark.usefixtures("tasks_at_once")
@pytest.mark.parametrize("asks", ASKED, ids=lambda asks: asks.__name__)
def test_a_mail_leads_to_the_site_whatever_host_the_request_names(settings, asks: Callable[[Client], None]):
    settings.SITE_URL, settings.ALLOWED_HOSTS = OWN, ["localhost"]
    person("ana")
    asks(Client(headers={"Host": "localhost:6666"}))
    (letter,) = mail.outbox
    assert isinstance(letter, EmailMultiAlternatives)
    for text in (str(letter.body), str(letter.alternatives[0][0])):
        assert "localhost" not in text and ":6666" not in text
        links = re.findall(r"https?://[^\s\"<]+", text)
        assert links and all(link.startswith(OWN) for link in links)


def test_a_site_on_another_port_names_that_port_in_mails(settings):
    settings.PORT, settings.SITE_URL = 8000, "http://127.0.0.1:8000"
    follow_port(9000)
    assert settings.SITE_URL == "http://127.0.0.1:9000"


def test_an_address_that_the_operator_gave_stays(settings):
    settings.PORT, settings.SITE_URL = 8000, OWN
    follow_port(9000)
    assert settings.SITE_URL == OWN
