"""Stopping a kind of mail by the link in it."""

import pytest
from django.core.signing import Signer
from django.test import Client

from accounts.models import User
from notifications.kinds import specs_to_choose
from notifications.models import Channel, Kind, NoticePreferences
from notifications.readers import reader_of
from notifications.stopping import stop_token
from tests.accounts.people import person
from tests.notifications.notices import wanting

pytestmark = pytest.mark.django_db


def path_of(user, kind: str = Kind.REMINDER, channel: Channel = Channel.MAIL) -> str:
    return f"/mail/stop/{stop_token(user=user, kind=kind, channel=channel)}/"


def gets(user, channel: Channel = Channel.MAIL) -> set[str]:
    """The kinds of notice that a user chose for a channel."""
    return {spec.slug for spec in specs_to_choose() if reader_of(user).wants(spec.slug, channel)}


def test_looking_stops_nothing_and_shows_one_button():
    ana = person("ana")
    page = Client().get(path_of(ana)).content.decode()
    assert page.split("<main")[1].count("<button") == 1
    assert Kind.REMINDER in gets(ana)


@pytest.mark.parametrize("kind", [spec.slug for spec in specs_to_choose()])
def test_the_button_stops_this_kind_and_no_other(kind):
    ana = person("ana")
    before = gets(ana)
    page = Client(enforce_csrf_checks=True).post(path_of(ana, kind))
    assert page.status_code == 200
    assert "gets no more mails" in page.content.decode()
    assert gets(ana) == before - {kind}
    assert gets(ana, Channel.PAGE) == {spec.slug for spec in specs_to_choose() if Channel.PAGE in spec.defaults}


def test_the_link_of_a_daily_mail_stops_the_daily_mail_alone():
    ana = wanting(person("ana"), turn="mail digest", over="digest")
    assert Client().post(path_of(ana, "", Channel.DIGEST)).status_code == 200
    assert (gets(ana, Channel.DIGEST), gets(ana)) == (set(), {"turn"})


def test_a_link_of_an_earlier_mail_still_stops_that_kind():
    ana = person("ana")
    token = Signer(salt="mail.stop").sign(f"{ana.pk}.over")
    assert Client().post(f"/mail/stop/{token}/").status_code == 200
    assert Kind.OVER not in gets(ana)


def test_a_link_that_was_changed_stops_nothing():
    ana, ben = person("ana"), person("ben")
    real = stop_token(user=ana, kind=Kind.TURN, channel=Channel.MAIL)
    forged = real.replace(f"{ana.pk}.", f"{ben.pk}.", 1)
    for token in (forged, real[:-1], real.replace("turn", "over"), "x", "1.turn:"):
        page = Client().post(f"/mail/stop/{token}/")
        assert page.status_code == 404
        assert "stops no mail" in page.content.decode()
    assert {Kind.TURN, Kind.OVER} <= gets(ben)


def test_the_link_of_someone_who_has_gone_is_not_found():
    ana = person("ana")
    path = path_of(ana)
    ana.delete()
    assert Client().get(path).status_code == 404


def test_the_link_of_an_erased_account_keeps_nothing_of_it_again():
    ana = person("ana")
    path = path_of(ana)
    User.objects.filter(pk=ana.pk).update(is_active=False)
    assert Client().post(path).status_code == 404
    assert not NoticePreferences.objects.filter(user=ana).exists()
