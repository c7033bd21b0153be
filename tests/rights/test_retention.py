"""How long anything is kept: the table works, and people read it."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from rights.retention import TABLE, clean_up
from tests.accounts.people import guest, person

pytestmark = pytest.mark.django_db


def test_the_privacy_page_is_the_table(settings):
    settings.OPERATOR = "Olga of Ulm answers for it: olga@example.org."
    page = Client().get("/privacy/").content.decode()
    for kept in TABLE:
        assert kept.what in page and kept.until[1:] in page and kept.why[1:] in page
    assert "olga@example.org" in page
    assert "/privacy/" in Client().get("/").content.decode(), "every page leads there"


def test_the_nightly_work_follows_the_table():
    visitor = guest()
    removed = clean_up(now=visitor.date_joined + timedelta(days=31))
    assert removed["Guests who never played"] == 1 and not User.objects.exists()
    assert set(removed) == {kept.what for kept in TABLE if kept.remove is not None}
    assert "rights.clean_up" in {line["task"] for line in settings.CELERY_BEAT_SCHEDULE.values()}


def test_log_ins_that_are_over_are_forgotten():
    client = Client()
    client.force_login(person("ana"))
    client.get("/people/me/")
    clean_up(now=UserSession.objects.get().last_seen_at + timedelta(days=89))
    assert Session.objects.exists() and UserSession.objects.exists()
    clean_up(now=UserSession.objects.get().last_seen_at + timedelta(days=91))
    assert not Session.objects.exists() and not UserSession.objects.exists()
