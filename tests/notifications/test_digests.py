"""The daily mail: one a day, of what is still true when it is sent."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, time, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from ladders.notice_kinds import CHALLENGE
from notifications.enums import UNCERTAIN
from notifications.mail_links import Meant, act_meant
from notifications.models import Channel, Kind, Notice, State
from notifications.policy import DIGEST_PAUSE, WAITS
from notifications.selectors import digests_due
from notifications.services import sweep_notices, withdraw_notices
from notifications.services.digests import send_digest_of
from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.notifications.notices import scheduled, state, wanting
from tests.support import smtp

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("smtp_settings")]
EIGHT = datetime(2026, 3, 5, 8, tzinfo=UTC)
LATER = (NOW + timedelta(days=3)).isoformat()


def reader(name: str = "ana") -> User:
    return wanting(person(name), turn="digest", over="digest")


def notice_for(user: User, kind: str = Kind.TURN, *, deadline: str = LATER, **more: Any) -> Notice:
    return scheduled(user, kind, channel=Channel.DIGEST, deadline=deadline, **more)


def test_one_mail_tells_all_that_still_waits_and_what_is_new(mail_server):
    ana = reader()
    notice_for(ana, topic="match:1", title="Bid!, table 1")
    notice_for(ana, topic="match:2", title="Hexes, table 2", deadline=(NOW + timedelta(days=2)).isoformat())
    notice_for(ana, topic="match:3", title="TP5, table 3")
    notice_for(ana, Kind.OVER, topic="match:4", title="Bid!, table 4", text="ben won.")
    withdraw_notices(topic="match:3", now=NOW)
    assert sweep_notices(now=EIGHT - timedelta(seconds=1)) == 0
    assert sweep_notices(now=EIGHT) == 1
    (delivery,) = mail_server.wait_for(1)
    assert delivery.message["Subject"] == "It is your turn at 2 tables"
    assert delivery.text.index("Hexes, table 2") < delivery.text.index("Bid!, table 1"), "soonest first"
    assert "Match over: Bid!, table 4" in delivery.text
    assert "table 3" not in delivery.text
    assert delivery.text.count("https://post.example/table/") == 1, "what is over opens no decision"
    meant = [act_meant(token) for token in re.findall(r"https://post\.example/act/(\S+)/", delivery.text)]
    assert meant == [Meant(ana.pk, "match:2", 1), Meant(ana.pk, "match:1", 1)], "each opens its own decision"
    assert delivery.text.count("Do not share these links") == 1
    rows = Notice.objects.filter(channel=Channel.DIGEST).order_by("topic")
    assert list(rows.values_list("state", flat=True)) == [State.SENT, State.SENT, State.STALE, State.SENT]


def test_a_challenge_is_no_turn_and_says_by_when_to_accept(mail_server):
    ana = wanting(person("ana"), turn="digest", challenge="digest")
    scheduled(ana, CHALLENGE, channel=Channel.DIGEST, topic="challenge:1", title="The Tuesday ladder", deadline=LATER)
    assert sweep_notices(now=EIGHT) == 1
    notice_for(ana, topic="match:1", title="Bid!, table 1")
    assert sweep_notices(now=EIGHT + timedelta(days=1)) == 1
    alone, beside = (delivery.message for delivery in mail_server.wait_for(2))
    assert [alone["Subject"], beside["Subject"]] == ["What is new", "It is your turn at one table"]
    for part in ("plain", "html"):
        body = alone.get_body((part,))
        assert "Challenge: The Tuesday ladder" in body.get_content()
        assert "Answer by" in body.get_content()


def test_a_day_without_news_brings_no_mail(mail_server):
    ana = reader()
    notice = notice_for(ana)
    withdraw_notices(topic=notice.topic, now=NOW)
    assert sweep_notices(now=EIGHT) == 0
    assert mail_server.deliveries == []


def test_a_turn_whose_deadline_is_before_the_daily_mail_says_so():
    notice = notice_for(reader(), deadline=(EIGHT - timedelta(hours=1)).isoformat())
    assert state(notice) == (State.WITHHELD, "The deadline is before the next daily mail.")


def test_there_is_one_a_day_even_if_the_hour_is_changed(mail_server):
    ana = reader()
    notice_for(ana)
    assert sweep_notices(now=EIGHT) == 1
    second = notice_for(ana, step=2)
    Notice.objects.filter(pk=second.pk).update(due_at=EIGHT + timedelta(hours=12))
    assert sweep_notices(now=EIGHT + timedelta(hours=12)) == 0
    assert sweep_notices(now=EIGHT + timedelta(days=1)) == 1
    assert len(mail_server.wait_for(2)) == 2


def test_a_late_daily_mail_costs_the_next_day_a_few_hours_and_no_mail(mail_server):
    ana, late, day = reader(), EIGHT + timedelta(hours=6), timedelta(days=1)
    notice_for(ana)
    assert sweep_notices(now=late) == 1, "the server was down until then"
    turn = notice_for(ana, step=2, deadline=(EIGHT + day + timedelta(hours=12)).isoformat())
    Notice.objects.filter(pk=turn.pk).update(due_at=EIGHT + day)
    assert sweep_notices(now=EIGHT + day) == 0
    assert sweep_notices(now=late + DIGEST_PAUSE - timedelta(seconds=1)) == 0
    assert sweep_notices(now=late + DIGEST_PAUSE) == 1
    notice_for(ana, step=3)
    Notice.objects.filter(step=3).update(due_at=EIGHT + 2 * day)
    assert sweep_notices(now=EIGHT + 2 * day) == 1, "it is back at its hour"


def test_a_daily_mail_that_waits_for_the_pause_waits_for_quiet_hours_too(mail_server):
    ana = reader()
    ana.quiet_from, ana.quiet_until = time(9), time(12)
    ana.save()
    notice_for(ana)
    assert sweep_notices(now=EIGHT + timedelta(hours=6)) == 1
    turn = notice_for(ana, step=2)
    Notice.objects.filter(pk=turn.pk).update(due_at=EIGHT + timedelta(days=1))
    assert sweep_notices(now=EIGHT + timedelta(days=1)) == 0
    turn.refresh_from_db()
    assert turn.due_at == datetime(2026, 3, 6, 12, tzinfo=UTC)


def test_the_daily_mail_keeps_the_minute_with_other_mails(mail_server):
    ana = wanting(person("ana"), turn="digest", over="mail")
    notice_for(ana)
    scheduled(ana, Kind.OVER, due_at=EIGHT)
    assert sweep_notices(now=EIGHT) == 1
    assert sweep_notices(now=EIGHT + timedelta(seconds=59)) == 0
    assert sweep_notices(now=EIGHT + timedelta(seconds=60)) == 1


def test_a_server_that_is_down_gets_the_same_mail_later(mail_server):
    notice = notice_for(reader())
    mail_server.answer = smtp.refusing("451 Try later")
    assert sweep_notices(now=EIGHT) == 0
    assert state(notice)[0] == State.DUE
    mail_server.answer = lambda recipient: smtp.ACCEPTED
    assert sweep_notices(now=EIGHT + WAITS[0]) == 1
    assert state(notice) == (State.SENT, "")


def test_a_server_that_took_it_without_a_word_does_not_get_it_again(mail_server, settings):
    notice = notice_for(reader())
    mail_server.silent, settings.EMAIL_TIMEOUT = True, 0.2
    assert sweep_notices(now=EIGHT) == 0
    mail_server.silent = False
    assert sweep_notices(now=EIGHT + WAITS[0]) == 0
    assert state(notice) == (State.FAILED, UNCERTAIN)
    assert len(mail_server.deliveries) == 1


def test_an_address_that_is_dead_ends_it(mail_server):
    ana = reader()
    notice = notice_for(ana)
    mail_server.answer = smtp.refusing("550 5.1.1 No such user")
    assert sweep_notices(now=EIGHT) == 0
    assert state(notice)[0] == State.FAILED
    assert ana.dead_addresses.get().address == "ana@example.org"


def test_its_own_link_stops_it(mail_server):
    ana = reader()
    notice_for(ana)
    sweep_notices(now=EIGHT)
    (delivery,) = mail_server.wait_for(1)
    link = delivery.message["List-Unsubscribe"].strip().strip("<>").removeprefix("https://post.example")
    assert Client().post(link).status_code == 200
    assert not Notice.objects.filter(topic="match:9", channel=Channel.DIGEST).exists()
    scheduled(ana, topic="match:9")
    assert not Notice.objects.filter(topic="match:9", channel=Channel.DIGEST).exists()


def test_readers_come_in_the_order_in_which_their_mails_were_due() -> None:
    late, early = reader("ana"), reader("ben")
    for step in range(2):
        notice_for(late, step=step)
    notice_for(early)
    Notice.objects.filter(user=early).update(due_at=NOW)
    assert digests_due(now=EIGHT, limit=9) == [early.pk, late.pk]
    assert digests_due(now=EIGHT, limit=1) == [early.pk]
    assert digests_due(now=NOW - timedelta(seconds=1), limit=9) == []


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_senders_at_once_send_one_daily_mail(mail_server):
    ana = reader()
    for step in range(3):
        notice_for(ana, step=step)
    start = Barrier(3)

    def send(_: int) -> State | None:
        start.wait()
        try:
            return send_digest_of(user_id=ana.pk, now=EIGHT)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        states = list(pool.map(send, range(3)))
    assert sorted(states, key=str) == [None, None, State.SENT]
    assert len(mail_server.deliveries) == 1
