"""What a worker sends comes in the language of each reader, whatever the worker's is."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client, override_settings
from django.utils import translation
from icalendar import Calendar

from accounts.models import User
from foundation.catalogues import compile_languages
from ladders.notice_kinds import CHALLENGE
from notifications.models import Channel, Notice, State
from notifications.services import About, schedule_notice, send_notice
from notifications.services.devices import renew_feed
from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.matches.tables import NOON, table_of
from tests.notifications.test_push import endpoint as endpoint
from tests.notifications.test_push import opened, subscribed
from tests.support.catcher import Catcher

pytestmark = pytest.mark.django_db
OFFERED = override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch")])


@pytest.fixture(autouse=True)
def _compiled() -> None:
    compile_languages()


@pytest.fixture
def readers(endpoint: Catcher) -> list[User]:
    """A reader of German and one of English, with a browser each, whom somebody challenges."""
    people = [person("ana", language="de"), person("ben")]
    for number, user in enumerate(people):
        subscribed(user, endpoint, f"/push/{number}")
        about = About(title="Bid!", path="/ladders/", deadline=(NOW + timedelta(days=1)).isoformat())
        schedule_notice(
            user=user, kind=CHALLENGE, topic="challenge:1", step=user.pk, context=about, due_at=NOW, now=NOW
        )
    return people


def send(channel: Channel) -> None:
    """Do as a worker does, whose own language is English."""
    with OFFERED, translation.override("en-gb"):
        for notice in Notice.objects.filter(channel=channel).order_by("user__username"):
            assert send_notice(notice_id=notice.pk, now=NOW) == State.SENT


def test_a_mail_comes_in_the_readers_language(readers):
    send(Channel.MAIL)
    german, english = mail.outbox
    assert [letter.subject for letter in mail.outbox] == ["Herausforderung: Bid!", "Challenge: Bid!"]
    assert isinstance(german, EmailMultiAlternatives) and isinstance(english, EmailMultiAlternatives)
    for text in (german.body, str(german.alternatives[0][0])):
        assert "Herausforderung ansehen" in text
        assert "Du wolltest eine Mail, wenn dich jemand in einer Rangliste herausfordert." in text
    assert "You asked for a mail when someone challenges you on a ladder." in english.body


def test_a_push_message_comes_in_the_readers_language(readers, endpoint):
    send(Channel.PUSH)
    assert [opened(posted)["title"] for posted in endpoint.posted] == ["Herausforderung: Bid!", "Challenge: Bid!"]


def test_an_entry_of_a_calendar_comes_in_the_readers_language():
    match, people = table_of("ana", "ben", "cleo")
    User.objects.filter(pk=people[0].pk).update(language="de")
    summaries = []
    for user in people[:2]:
        with OFFERED:
            reply = Client().get(f"/feeds/{renew_feed(user=user, now=NOON)}/deadlines.ics")
        summaries += [str(event["SUMMARY"]) for event in Calendar.from_ical(reply.content).walk("VEVENT")]
    german, english = summaries
    assert german.startswith("Lass die ") and english.startswith("Let the ")
    assert str(match.pk) in german
