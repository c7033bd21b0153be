"""Stopping a kind of mail by the link that stands in it."""

import pytest
from django.test import Client

from notifications.models import Kind
from notifications.stopping import stop_token
from tests.accounts.people import person

pytestmark = pytest.mark.django_db


def path_of(user, kind: Kind = Kind.REMINDER) -> str:
    return f"/mail/stop/{stop_token(user=user, kind=kind)}/"


def test_looking_stops_nothing_and_shows_one_button():
    ana = person("ana")
    page = Client().get(path_of(ana)).content.decode()
    assert page.split("<main")[1].count("<button") == 1
    ana.refresh_from_db()
    assert ana.mail_reminder


@pytest.mark.parametrize("kind", Kind)
def test_the_button_stops_this_kind_and_no_other(kind):
    ana = person("ana")
    page = Client(enforce_csrf_checks=True).post(path_of(ana, kind))
    assert page.status_code == 200
    assert "gets no more mails" in page.content.decode()
    ana.refresh_from_db()
    on = {Kind.TURN: ana.mail_turn, Kind.REMINDER: ana.mail_reminder, Kind.OVER: ana.mail_over}
    assert [each for each, wanted in on.items() if not wanted] == [kind]


def test_a_link_that_was_changed_stops_nothing():
    ana, ben = person("ana"), person("ben")
    real = stop_token(user=ana, kind=Kind.TURN)
    forged = real.replace(f"{ana.pk}.", f"{ben.pk}.", 1)
    for token in (forged, real[:-1], real.replace("turn", "over"), "x", "1.turn:"):
        page = Client().post(f"/mail/stop/{token}/")
        assert page.status_code == 404
        assert "stops no mail" in page.content.decode()
    ben.refresh_from_db()
    assert ben.mail_turn
    assert ben.mail_over


def test_the_link_of_someone_who_has_gone_is_not_found():
    ana = person("ana")
    path = path_of(ana)
    ana.delete()
    assert Client().get(path).status_code == 404
