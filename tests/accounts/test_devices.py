"""Browsers that are known to an account, and the mail about one that is not."""

from datetime import timedelta

import pytest
from django.core.signing import TimestampSigner
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User
from accounts.security import devices
from tests.accounts.people import person

pytestmark = pytest.mark.django_db


def asking_with(reply: HttpResponse) -> HttpRequest:
    """A request of the browser that got this reply."""
    request = HttpRequest()
    request.COOKIES = {name: morsel.value for name, morsel in reply.cookies.items()}
    return request


def remembered(*users: User) -> HttpResponse:
    reply = HttpResponse()
    for user in users:
        devices.remember(reply, user)
    return reply


def test_a_browser_is_known_to_those_who_logged_in_with_it():
    ana, ben, cleo = person("ana"), person("ben"), person("cleo")
    shared = asking_with(remembered(ana, ben))
    assert [devices.is_known(shared, user) for user in (ana, ben, cleo)] == [True, True, False]
    assert not devices.is_known(HttpRequest(), ana)


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(settings):
    settings.SESSION_COOKIE_SECURE = True
    (cookie,) = remembered(person("ana")).cookies.values()
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", True)


def test_nobody_writes_such_a_cookie_or_passes_it_to_another_account():
    ana, ben = person("ana"), person("ben")
    own = asking_with(remembered(ana)).COOKIES[f"known-{ana.pk}"]
    for forged in ("known", own[:-1], own.replace("known", "other"), TimestampSigner().sign("known")):
        request = HttpRequest()
        request.COOKIES = {f"known-{ana.pk}": forged, f"known-{ben.pk}": own}
        assert not devices.is_known(request, ana) and not devices.is_known(request, ben)


def test_a_new_password_makes_strangers_of_all_browsers():
    ana = person("ana")
    request = asking_with(remembered(ana))
    ana.set_password("ink-and-seal-9")
    assert not devices.is_known(request, ana)


def test_a_browser_is_forgotten_after_a_year(monkeypatch):
    ana = person("ana")
    request = asking_with(remembered(ana))
    later = timezone.now() + timedelta(days=366)
    monkeypatch.setattr("django.core.signing.time.time", later.timestamp)
    assert not devices.is_known(request, ana)


def test_a_browser_stays_known_while_the_secret_key_is_rotated(settings):
    ana = person("ana")
    request = asking_with(remembered(ana))
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another-key-of-the-operator"
    assert devices.is_known(request, ana)
