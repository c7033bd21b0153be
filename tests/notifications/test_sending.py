"""Sending through a real mail server: what arrives, what is refused, and that nothing arrives twice."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from celery import current_app
from django.db import connection
from django.test import Client

from foundation.queue import ASKED_AGAIN_SECONDS
from notifications.enums import UNCERTAIN
from notifications.models import Channel, DeadAddress, Kind, Notice, State
from notifications.policy import ATTEMPTS, BY_SWEEP, WAITS
from notifications.readers import reader_of
from notifications.selectors import unreached
from notifications.services import (
    send_digest_handed_on,
    send_mail_handed_on,
    send_notice,
    sweep_notices,
    withdraw_notices,
)
from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.notifications.notices import TITLE, scheduled, state, wanting
from tests.support import smtp

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("smtp_settings")]


def html_of(delivery: smtp.Delivery) -> str:
    body = delivery.message.get_body(("html",))
    assert body is not None
    return str(body.get_content())


@pytest.mark.parametrize(
    ("kind", "subject"),
    [
        (Kind.TURN, f"Your turn: {TITLE}"),
        (Kind.REMINDER, f"Your time is running out: {TITLE}"),
        (Kind.OVER, f"Match over: {TITLE}"),
    ],
)
def test_a_mail_arrives_with_both_parts_and_its_markup_escaped(mail_server, kind, subject):
    ana = person("ana")
    assert send_notice(notice_id=scheduled(ana, kind, text="Bid <i>now</i>.").pk, now=NOW) == State.SENT
    (delivery,) = mail_server.wait_for(1)
    assert delivery.recipients == ("ana@example.org",)
    assert delivery.message["Subject"] == subject
    assert TITLE in delivery.text
    assert "Hello ana," in delivery.text
    path = "/table/214/" if kind == Kind.OVER else "/act/"
    assert f"https://post.example{path}" in delivery.text
    html = html_of(delivery)
    assert "O&#x27;Neill &amp; &lt;b&gt;ben&lt;/b&gt;" in html
    assert "Bid &lt;i&gt;now&lt;/i&gt;." in html
    assert f'href="https://post.example{path}' in html
    assert "<script" not in html


@pytest.mark.parametrize(
    ("contact", "answers_to"),
    [("mailto:help@example.org?subject=Help", "help@example.org"), ("https://example.org/help/", None), ("", None)],
)
def test_the_answer_to_a_mail_goes_to_those_who_help(
    mail_server: smtp.MailServer, settings: Any, contact: str, answers_to: str | None
) -> None:
    settings.CONTACT = contact
    send_notice(notice_id=scheduled(person("ana")).pk, now=NOW)
    (delivery,) = mail_server.wait_for(1)
    assert delivery.message["Reply-To"] == answers_to
    assert delivery.message["From"] == settings.DEFAULT_FROM_EMAIL


def test_a_mail_can_be_stopped_by_one_click(mail_server):
    ana = person("ana")
    send_notice(notice_id=scheduled(ana).pk, now=NOW)
    (delivery,) = mail_server.wait_for(1)
    assert delivery.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert delivery.message["Auto-Submitted"] == "auto-generated"
    link = re.fullmatch(r"<https://post\.example(/mail/stop/\S+/)>", delivery.message["List-Unsubscribe"].strip())
    assert link
    assert f"https://post.example{link[1]}" in delivery.text
    assert f'href="https://post.example{link[1]}"' in html_of(delivery)
    bot_account = Client(enforce_csrf_checks=True)
    body = "List-Unsubscribe=One-Click"
    answer = bot_account.post(link[1], body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 200
    wants = [reader_of(ana).wants(kind, Channel.MAIL) for kind in (Kind.TURN, Kind.REMINDER, Kind.OVER)]
    assert wants == [False, True, True]


def test_a_title_of_two_lines_makes_no_header_of_its_own(mail_server):
    send_notice(notice_id=scheduled(person("ana"), title="Bid!\r\nBcc: eve@example.org").pk, now=NOW)
    (delivery,) = mail_server.wait_for(1)
    assert delivery.message["Subject"] == "Your turn: Bid! Bcc: eve@example.org"
    assert delivery.message["Bcc"] is None
    assert delivery.recipients == ("ana@example.org",)


@pytest.mark.parametrize(
    ("zone", "language", "words"),
    [
        ("Asia/Kathmandu", "en-gb", "Friday 6 March 2026, 00:15 (Kathmandu)"),
        ("Europe/Prague", "de", "Donnerstag, 5. März 2026, 19:30 (Prague)"),
    ],
)
def test_deadlines_are_in_the_readers_zone_and_language(mail_server, zone, language, words):
    ana = person("ana", time_zone=zone, date_language=language)
    send_notice(notice_id=scheduled(ana).pk, now=NOW)
    (delivery,) = mail_server.wait_for(1)
    assert f"Answer by {words}." in delivery.text
    assert words in html_of(delivery)


def test_a_server_that_refuses_is_asked_five_times_and_the_reason_is_kept(mail_server):
    mail_server.answer = smtp.refusing("451 4.3.0 Come back later")
    notice, now = scheduled(person("ana")), NOW
    for wait in WAITS:
        assert send_notice(notice_id=notice.pk, now=now) == State.DUE
        notice.refresh_from_db()
        assert notice.due_at == now + wait
        assert send_notice(notice_id=notice.pk, now=now + wait - timedelta(seconds=1)) is None
        now += wait
        Notice.objects.filter(pk=notice.pk).update(
            context=notice.context | {"deadline": (now + timedelta(days=1)).isoformat()}
        )
    assert send_notice(notice_id=notice.pk, now=now) == State.FAILED
    notice.refresh_from_db()
    assert (notice.attempts, notice.settled_at) == (ATTEMPTS[Channel.MAIL], now)
    assert "Come back later" in notice.reason
    assert send_notice(notice_id=notice.pk, now=now + timedelta(days=1)) is None


def test_a_server_that_recovers_gets_the_mail_once(mail_server):
    mail_server.answer = smtp.refusing("451 Try later")
    notice = scheduled(person("ana"))
    assert send_notice(notice_id=notice.pk, now=NOW) == State.DUE
    mail_server.answer = lambda recipient: smtp.ACCEPTED
    assert send_notice(notice_id=notice.pk, now=NOW + WAITS[0]) == State.SENT
    assert state(notice) == (State.SENT, "")
    assert len(mail_server.wait_for(1)) == 1


@pytest.mark.parametrize(("fails", "ends"), [(True, State.STALE), (False, State.SENT)])
def test_what_is_withdrawn_while_it_is_sent_is_not_tried_again(monkeypatch, fails, ends):
    notice = scheduled(person("ana"))

    class Mail:
        def send(self) -> None:
            withdraw_notices(topic=notice.topic, now=NOW)
            if fails:
                raise ConnectionRefusedError("down")

    monkeypatch.setattr("notifications.channels.by_mail.notice_mail", lambda notice, address: Mail())
    assert send_notice(notice_id=notice.pk, now=NOW) == ends
    assert state(notice)[0] == ends
    assert send_notice(notice_id=notice.pk, now=NOW + WAITS[0]) is None


def test_a_server_that_is_not_there_is_a_failure_to_be_tried_again(settings):
    settings.EMAIL_PORT = 1
    notice = scheduled(person("ana"))
    assert send_notice(notice_id=notice.pk, now=NOW) == State.DUE
    assert "ConnectionRefusedError" in state(notice)[1]


def test_a_server_that_hangs_does_not_hold_the_site(settings):
    with smtp.hanging() as url:
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = int(url.rpartition(":")[2]), 0.2
        notice = scheduled(person("ana"))
        assert send_notice(notice_id=notice.pk, now=NOW) == State.DUE
    assert "TimeoutError" in state(notice)[1] or "timed out" in state(notice)[1]


def test_a_mail_that_a_server_took_without_a_word_is_not_sent_again(mail_server, settings):
    """It may have arrived: no one gets two notices of one turn, and the ledger says so."""
    mail_server.silent, settings.EMAIL_TIMEOUT = True, 0.2
    notice, other = scheduled(person("ana")), scheduled(person("ben"))
    assert sweep_notices(now=NOW) == 0
    assert state(notice) == (State.FAILED, UNCERTAIN)
    assert state(other)[0] == State.DUE, "one server that is silent does not cost everybody their mail"
    mail_server.silent = False
    assert sweep_notices(now=NOW + WAITS[0]) == 1
    assert [len(mail_server.to(f"{name}@example.org")) for name in ("ana", "ben")] == [1, 1]
    assert unreached(topic=notice.topic, step=notice.step, users=[notice.user_id]) == set()
    assert not DeadAddress.objects.exists()


def test_one_mail_a_minute_and_the_later_ones_wait(mail_server):
    ana = person("ana")
    notices = [scheduled(ana, Kind.OVER, step=step) for step in (1, 2, 3)]
    scheduled(person("ben"))
    assert sweep_notices(now=NOW) == 2, "one each"
    assert [state(notice)[0] for notice in notices] == [State.SENT, State.DUE, State.DUE]
    assert Notice.objects.get(pk=notices[1].pk).attempts == 0, "waiting is no failure"
    assert sweep_notices(now=NOW + timedelta(seconds=59)) == 0
    assert sweep_notices(now=NOW + timedelta(seconds=60)) == 1
    assert sweep_notices(now=NOW + timedelta(seconds=120)) == 1
    assert len(mail_server.to("ana@example.org")) == 3


def test_the_sweep_finds_what_lost_tasks_missed(mail_server):
    notices = [scheduled(person(name)) for name in ("ana", "ben", "cleo")]
    assert sweep_notices(now=NOW) == 3
    assert {state(notice)[0] for notice in notices} == {State.SENT}
    assert sweep_notices(now=NOW + timedelta(hours=1)) == 0
    assert len(mail_server.wait_for(3)) == 3


def test_the_sweep_does_not_beat_on_a_server_that_is_down(mail_server):
    asked: list[str] = []

    def refuse(recipient: str) -> str:
        asked.append(recipient)
        return "451 Try later"

    mail_server.answer = refuse
    notices = [scheduled(person(name)) for name in ("ana", "ben", "cleo")]
    assert sweep_notices(now=NOW) == 0
    assert len(asked) == 1
    mails = Notice.objects.filter(channel=Channel.MAIL).order_by("pk")
    assert [notice.attempts for notice in mails] == [1, 0, 0]
    mail_server.answer = lambda recipient: smtp.ACCEPTED
    assert sweep_notices(now=NOW + WAITS[0]) == len(notices)


def test_a_sweep_sends_a_few_mails_and_has_other_workers_send_the_rest(
    mail_server, monkeypatch, django_capture_on_commit_callbacks
):
    notices = [scheduled(person(f"reader{number}")) for number in range(BY_SWEEP + 2)]
    asked: list[Any] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args, **options: asked.append((name, args, options)))
    with django_capture_on_commit_callbacks(execute=True):
        assert sweep_notices(now=NOW) == BY_SWEEP
    dropped = {"expires": ASKED_AGAIN_SECONDS}
    assert asked == [("notifications.send_mail", [notice.pk], dropped) for notice in notices[BY_SWEEP:]]
    handed_on = [args[0] for _, args, _ in asked]
    assert [send_mail_handed_on(notice_id=key, now=NOW) for key in handed_on] == [State.SENT] * 2
    assert len(mail_server.wait_for(len(notices))) == len(notices)


def test_mails_that_were_handed_on_do_not_beat_on_a_server_that_went_down(mail_server, monkeypatch):
    handed_on: list[int] = []
    monkeypatch.setattr("notifications.services.sweep.enqueue_send_mail", handed_on.append)
    notices = [scheduled(person(f"reader{number}")) for number in range(BY_SWEEP + 3)]
    sweep_notices(now=NOW)
    mail_server.answer = lambda recipient: "451 Try later"
    assert [send_mail_handed_on(notice_id=key, now=NOW) for key in handed_on] == [State.DUE, None, None]
    assert [Notice.objects.get(pk=key).attempts for key in handed_on] == [1, 0, 0]
    mail_server.answer = lambda recipient: smtp.ACCEPTED
    assert sweep_notices(now=NOW + WAITS[0]) == len(notices) - BY_SWEEP


def test_daily_mails_are_handed_on_too(mail_server, monkeypatch):
    handed_on: list[int] = []
    monkeypatch.setattr("notifications.services.sweep.enqueue_send_digest", handed_on.append)
    readers = [wanting(person(f"reader{number}"), over="digest") for number in range(BY_SWEEP + 2)]
    for reader in readers:
        scheduled(reader, Kind.OVER, channel=Channel.DIGEST)
    Notice.objects.filter(channel=Channel.DIGEST).update(due_at=NOW)
    assert sweep_notices(now=NOW) == BY_SWEEP
    assert handed_on == [reader.pk for reader in readers[BY_SWEEP:]]
    assert [send_digest_handed_on(user_id=key, now=NOW) for key in handed_on] == [State.SENT] * 2


def test_what_was_left_half_sent_is_settled_and_not_sent_again(mail_server):
    notice = scheduled(person("ana"))
    Notice.objects.filter(pk=notice.pk).update(state=State.SENDING, claimed_at=NOW, attempts=1)
    sweep_notices(now=NOW + timedelta(minutes=9))
    assert state(notice)[0] == State.SENDING
    sweep_notices(now=NOW + timedelta(minutes=10))
    assert state(notice) == (State.FAILED, UNCERTAIN)
    sweep_notices(now=NOW + timedelta(hours=1))
    assert mail_server.deliveries == []


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_senders_at_once_send_one_mail(mail_server):
    notice = scheduled(person("ana"))
    start = Barrier(4)

    def send(_: int) -> State | None:
        start.wait()
        try:
            return send_notice(notice_id=notice.pk, now=NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        states = list(pool.map(send, range(4)))
    assert sorted(states, key=str) == [None, None, None, State.SENT]
    assert len(mail_server.deliveries) == 1
    assert state(notice) == (State.SENT, "")
    assert notice.attempts == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", [Kind.OVER, Kind.TURN])
def test_two_notices_at_once_keep_the_minute(mail_server, kind):
    ana = person("ana")
    notices = [scheduled(ana, kind, step=step) for step in range(4)]
    start = Barrier(4)

    def send(notice: Notice) -> State | None:
        start.wait()
        try:
            return send_notice(notice_id=notice.pk, now=NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        states = list(pool.map(send, notices))
    assert sorted(states, key=str) == [None, None, None, State.SENT]
    assert len(mail_server.deliveries) == 1
    sent = Notice.objects.filter(channel=Channel.MAIL, state=State.SENT).count()
    assert Notice.objects.filter(state=State.DUE, due_at=NOW + timedelta(minutes=1)).count() == 4 - sent
    assert sent == 1 or kind == Kind.TURN


def test_a_mail_that_cannot_have_arrived_is_sent_again(mail_server, settings):
    """The server hung up before it had the mail."""
    notice, port = scheduled(person("ana")), settings.EMAIL_PORT
    with smtp.hanging_up_at_data() as settings.EMAIL_PORT:
        assert send_notice(notice_id=notice.pk, now=NOW) == State.DUE
    settings.EMAIL_PORT = port
    assert sweep_notices(now=NOW + WAITS[0]) == 1
    assert len(mail_server.to("ana@example.org")) == 1


def test_a_mailbox_that_is_not_there_holds_up_nobody_else(mail_server):
    mail_server.answer = lambda recipient: "550 5.1.1 No such user" if recipient.startswith("ana") else smtp.ACCEPTED
    lost, other = scheduled(person("ana")), scheduled(person("ben"))
    assert sweep_notices(now=NOW) == 1
    assert (state(lost)[0], state(other)[0]) == (State.FAILED, State.SENT)
