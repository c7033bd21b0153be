"""What programs find below /.well-known/, and the headers of every page."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from tests.api.bots import caller
from tests.matches.tables import person

pytestmark = pytest.mark.django_db
CONTACT = "mailto:security@example.org"


def test_who_finds_a_weakness_learns_whom_to_tell(settings: Any):
    settings.SECURITY_CONTACT, settings.SITE_URL = CONTACT, "https://play.example.org"
    reply = Client().get("/.well-known/security.txt")
    assert reply["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in reply.content.decode().splitlines())
    assert fields["Contact"] == CONTACT
    assert fields["Canonical"] == "https://play.example.org/.well-known/security.txt"
    left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=30) < left < timedelta(days=365)


def test_without_a_contact_there_is_no_such_file(settings: Any):
    settings.SECURITY_CONTACT = ""
    assert Client().get("/.well-known/security.txt").status_code == 404


def test_a_password_manager_finds_the_page():
    client = Client()
    client.force_login(person("ana"))
    reply = client.get("/.well-known/change-password")
    assert (reply.status_code, reply["Location"]) == (302, "/accounts/password/change/")


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/no/such/page/", "/api/v1/version"])
def test_no_page_may_use_what_the_site_does_not_need(path: str):
    policy = Client().get(path)["Permissions-Policy"]
    assert {"camera=()", "microphone=()", "geolocation=()", "payment=()"} <= set(policy.split(", "))


def test_a_program_is_told_so_too():
    assert "camera=()" in caller(person("ana")).get("me")["Permissions-Policy"]


def test_browsers_report_what_a_page_may_not_load():
    assert "report-uri /csp-reports" in Client().get("/")["Content-Security-Policy"].split("; ")
