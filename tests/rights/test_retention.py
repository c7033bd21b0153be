"""How long anything is kept: the table works, and people read it."""

from datetime import datetime, timedelta
from html import unescape

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import IntegrityError
from django.db.models import ManyToOneRel
from django.test import Client

from accounts.models import Trace, User
from moderation.action import Target
from moderation.models import PlayerNote, Report
from moderation.selectors.chain import chain_faults
from moderation.services.reports import claim_report, close_report, make_report
from notifications.models import KeptMail
from rights.retention import OF_NOBODY, TABLE
from rights.services.clean_up import clean_up
from rights.unused_guests import NO_TRACE
from tests.accounts.people import guest, person
from tests.matches.tables import NOON
from tests.matches.tables import person as game_person
from tests.moderation.desk import moderator

pytestmark = pytest.mark.django_db


def test_the_privacy_page_is_the_table(settings):
    settings.OPERATOR = "Olga of Ulm answers for it: olga@example.org."
    page = unescape(Client().get("/privacy/").content.decode())
    for kept in TABLE:
        assert kept.what in page and kept.until[1:] in page and kept.why[1:] in page
    assert "olga@example.org" in page
    assert "/privacy/" in Client().get("/").content.decode(), "every page leads there"


def test_the_nightly_work_follows_the_table():
    visitor = guest()
    removed = clean_up(now=visitor.date_joined + timedelta(days=31)).rows
    assert removed["Guests who never played"] == 1 and not User.objects.exists()
    assert set(removed) == {kept.what for kept in TABLE if kept.remove is not None}
    assert "rights.clean_up" in {line["task"] for line in settings.CELERY_BEAT_SCHEDULE.values()}


def test_every_table_has_a_line_or_nobody_stands_in_it():
    """A new table that holds anything of people is not kept without the privacy page saying so."""
    covered = {label for kept in TABLE for label in kept.tables}
    assert covered | OF_NOBODY == {model._meta.label for model in apps.get_models()}
    assert not covered & OF_NOBODY
    named = {
        relation.related_model._meta.label
        for relation in User._meta.get_fields(include_hidden=True)
        if isinstance(relation, ManyToOneRel) and not relation.related_model._meta.auto_created
    }
    assert named <= covered, "what names a user holds something of people"


def test_log_ins_that_are_over_are_forgotten():
    client = Client()
    client.force_login(person("ana"))
    client.get("/people/me/")
    clean_up(now=UserSession.objects.get().last_seen_at + timedelta(days=89))
    assert Session.objects.exists() and UserSession.objects.exists()
    clean_up(now=UserSession.objects.get().last_seen_at + timedelta(days=91))
    assert not Session.objects.exists() and not UserSession.objects.exists()


def test_one_sort_that_fails_does_not_keep_the_others(monkeypatch: pytest.MonkeyPatch):
    visitor = guest()

    def fails(*, now: datetime) -> int:
        raise IntegrityError("a row of a table that is new")

    monkeypatch.setattr("rights.retention.remove_old_traces", fails)
    removed = clean_up(now=visitor.date_joined + timedelta(days=31)).rows
    assert removed["Guests who never played"] == 1


def test_a_guest_who_looked_around_goes_with_all_that_the_site_noted(monkeypatch):
    monkeypatch.setattr("accounts.identity.welcome._welcomes", [])
    client = Client()
    client.post("/people/guest/")
    client.get("/people/me/")
    client.post("/people/me/", {"time_zone": "Asia/Kathmandu", "date_language": "de"})
    visitor = User.objects.get()
    assert visitor.traces.exists()
    clean_up(now=visitor.date_joined + timedelta(days=31))
    assert not User.objects.exists() and not Trace.objects.exists()


def test_what_moderators_wrote_goes_after_a_year():
    ana, ben, mona = game_person("ana"), game_person("ben"), moderator()
    young, old = (
        make_report(reporter=ana, target=Target(user=user), category="abuse", words="So.", now=NOON)
        for user in (ben, game_person("cleo"))
    )
    for report in (young, old):
        claim_report(report_id=report.pk, actor=mona, now=NOON)
        close_report(report_id=report.pk, actor=mona, outcome="acted", answer="Thanks.", note="Seen.", now=NOON)
        PlayerNote.objects.create(user=ben, writer=mona, text=f"{report.pk}", at=NOON)
    waiting = make_report(reporter=ben, target=Target(user=ana), category="abuse", words="He, too.", now=NOON)
    long_ago = NOON - timedelta(days=366)
    Report.objects.filter(pk=old.pk).update(closed_at=long_ago)
    PlayerNote.objects.filter(text=f"{old.pk}").update(at=long_ago)
    for subject, at in (("old", NOON - timedelta(days=31)), ("young", NOON)):
        KeptMail.objects.create(sender="a@example.org", subject=subject, made_at=at)
    clean_up(now=NOON)
    words = dict(Report.objects.values_list("pk", "words"))
    assert words == {young.pk: "So.", old.pk: "", waiting.pk: "He, too."}
    assert [note.text for note in PlayerNote.objects.all()] == [f"{young.pk}"]
    assert [mail.subject for mail in KeptMail.objects.all()] == ["young"]
    assert list(chain_faults()) == []


PLAYED = {
    "accounts.FormerName",
    "accounts.BotAccount",
    "accounts.Token",
    *(f"clubs.{name}" for name in ("Applicant", "ClubMessage", "Membership")),
    "matches.Replay",
    "matches.Note",
    *(f"matches.{name}" for name in ("Attendance", "FormerHolder", "Match", "Message", "Seat")),
}
"""What shows that a guest was more than passing, apart from everything in ladders and moderation."""


def test_every_table_that_names_users_is_a_trace_of_play_or_none():
    """A new table is named here or in `rights.unused_guests`, so that no guest is kept or lost by mistake."""
    named = {
        relation.related_model._meta.label
        for relation in User._meta.get_fields(include_hidden=True)
        if isinstance(relation, ManyToOneRel) and not relation.related_model._meta.auto_created
    }
    others = {label for label in named if not label.startswith(("ladders.", "moderation."))}
    assert others == NO_TRACE | PLAYED
