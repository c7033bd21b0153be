"""What a worker sends comes in the language of each reader, whatever the worker's is."""

import re
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client, override_settings
from django.utils import translation
from icalendar import Calendar

from accounts.identity.services import change_preferences
from accounts.models import User
from accounts.security.reset_mails import send_reset_mail
from accounts.security.suspension import suspended_words
from foundation.language import read_by
from ladders.notice_kinds import CHALLENGE
from matches.timeouts.changed_hours import follow_hours
from moderation.action import Target
from moderation.notice_kinds import ACTED
from notifications.channels.subjects import subject_of
from notifications.models import Channel, Kind, Notice, State
from notifications.readers import NOT_WANTED
from notifications.services import About, schedule_notice, send_notice
from notifications.services.devices import renew_feed
from rights.services.archives import ask_for_archive, make_archive, open_archive
from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.clubs.founded import club_of
from tests.clubs.test_contests import LATER, begin, cup_in
from tests.ladders.play import ladder_of, play_to_the_end, tournament_of
from tests.matches.tables import NOON, table_of
from tests.moderation.desk import done, moderator
from tests.notifications.test_push import endpoint as endpoint
from tests.notifications.test_push import opened, subscribed
from tests.support.catcher import Catcher

pytestmark = pytest.mark.django_db
OFFERED = override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch"), ("fr", "français")])


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


def test_what_is_planned_of_a_turn_follows_a_change_of_language():
    for name in ("ana", "ben"):
        person(name)
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    planned = Notice.objects.filter(topic=f"match:{match.pk}", channel__in=(Channel.MAIL, Channel.PAGE))
    before = {notice.pk: notice.due_at for notice in planned}
    with OFFERED:
        change_preferences(user=ana, changes={"language": "de"})
        follow_hours(user_id=ana.pk, now=NOON)
    german = planned.filter(user=ana)
    assert {notice.kind for notice in german} == {Kind.TURN, Kind.REMINDER}
    assert all(str(notice.context["text"]).startswith("Lass die ") for notice in german)
    assert all(str(notice.context["text"]).startswith("Let the ") for notice in planned.filter(user=ben))
    assert {notice.pk: notice.due_at for notice in planned} == before, "no other moment, and none twice"


def test_colons_are_written_as_in_french():
    ana = person("ana", language="fr")
    with OFFERED, read_by(ana):
        about = {"title": "Bid!", "path": "/", "text": ""}
        assert subject_of(Notice(kind=CHALLENGE, context=about)) == "Défi\u202f: Bid!"
        assert subject_of(Notice(kind=CHALLENGE, context={"path": "/"})) == "Défi"
        send_reset_mail(user=ana)
    (letter,) = mail.outbox
    assert "\u202f: http" in str(letter.body) and not re.search(r"\w: http", str(letter.body))


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


def test_what_moderators_tell_players_comes_in_their_language():
    match, people = table_of("ana", "ben", "cleo")
    User.objects.filter(pk=people[0].pk).update(language="de")
    with OFFERED, translation.override("en-gb"):
        done(moderator(), "lock-chat", Target(match=match))
        done(moderator(), "suspend", Target(user=User.objects.get(pk=people[0].pk)), days=7, words="Bis bald.")
    texts = {
        notice.user.username: str(notice.context["text"])
        for notice in Notice.objects.filter(kind=ACTED, channel=Channel.PAGE).order_by("pk")
        if "table" in notice.context["path"]
    }
    assert texts["ana"] == "Die Moderation hat den Chat dieses Tisches gesperrt."
    assert texts["ben"] == "A moderator locked the chat of this table."
    suspended = Notice.objects.filter(user=people[0], kind=ACTED, channel=Channel.PAGE).latest("pk")
    assert suspended.context["title"] == "Dein Konto"
    assert str(suspended.context["text"]).startswith("Dein Konto ist bis ")


def test_why_an_account_is_suspended_is_kept_in_english_and_read_in_any_language():
    ana = person("ana", language="de")
    with OFFERED, translation.override("de"):
        done(moderator(), "suspend", Target(user=ana), days=7, words="Bis bald.")
        ana.refresh_from_db()
        assert "(Beleidigung in Worten oder im Namen)" in suspended_words(ana)
    assert ana.suspended_why == "Abuse in words or a name"


def test_what_came_of_a_notice_is_kept_in_english_and_read_in_any_language():
    notice = Notice(reason=NOT_WANTED[Channel.MAIL])
    unsent = Notice(reason="NotTaken: Telegram answered 503.")
    with OFFERED, read_by(person("ana", language="de")):
        assert notice.reason_words == "Du hast diese Mails abgestellt."
        assert unsent.reason_words == "NotTaken: Telegram hat mit 503 geantwortet."
    assert notice.reason_words == notice.reason


def test_an_archive_comes_in_its_owners_language():
    archive = ask_for_archive(user=person("ana", language="de"), now=NOON)
    with OFFERED, translation.override("en-gb"):
        assert make_archive(archive_id=archive.pk, now=NOON)
    archive.refresh_from_db()
    with ZipFile(BytesIO(open_archive(archive=archive) or b"")) as folder:
        page = folder.read("index.html").decode()
        assert "Wo du angemeldet bist" in page and '<html lang="de"' in page
        assert re.search(r"<td>\d{1,2}\. \w+ \d{4} \d\d:\d\d</td>", page) and "nachm." not in page
        assert "account.json" in folder.namelist()


def test_the_feed_of_a_club_comes_in_its_readers_language():
    club = club_of("ana", "ben")
    match = begin(cup_in(club, "ana", "ben", rounds=1))[0]
    play_to_the_end(match.pk, LATER)
    ana = User.objects.get(username="ana")
    change_preferences(user=ana, changes={"language": "de"})
    token = renew_feed(user=ana, now=NOON)
    with OFFERED:
        feed = Client().get(f"/feeds/{token}/club/{club.pk}.atom").content.decode()
    assert 'xml:lang="de"' in feed and "Beendet am" in feed and "Ergebnisse" in feed


def test_programs_ask_for_what_a_page_links_in_the_language_of_the_page():
    users = person("ana"), person("ben")
    ladder, cup = ladder_of(users), tournament_of(users)
    pages = [f"/ladder/{ladder.slug}/", f"/tournament/{cup.pk}/", "/people/ana/"]
    for page in pages:
        with OFFERED:
            shown = Client().get(f"{page}?lang=de").content.decode()
        links = set(re.findall(r'href="([^"]+(?:\.atom|\.ics)[^"]*)"', shown))
        assert links and all(link.endswith("?lang=de") for link in links), page
        for link in links:
            with OFFERED:
                read = Client().get(link).content.decode()
            words = 'xml:lang="de"' if ".atom" in link else "beginnt"
            assert words in read, link
            assert ".atom" not in link or f'href="{settings.SITE_URL}{link}"' in read
    with override_settings(LANGUAGES=[("en-gb", "English")]):
        assert "?lang=" not in Client().get(pages[0]).content.decode()
