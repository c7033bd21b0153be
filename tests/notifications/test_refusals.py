"""A mail server that refuses one recipient for now puts off that mail only."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress

from notifications.channels.by_mail import is_about_server
from notifications.models import Channel, Kind, Notice, State
from notifications.policy import BY_SWEEP, WAITS
from notifications.services import send_digest_handed_on, send_mail_handed_on, send_notice, sweep_notices
from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.notifications.notices import scheduled, state, wanting
from tests.support import smtp

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("smtp_settings")]
FULL = "452 4.2.2 Mailbox full"


@pytest.fixture
def handed_on(monkeypatch) -> list[int]:
    """What the sweep has other workers send."""
    found: list[int] = []
    monkeypatch.setattr("notifications.services.sweep.enqueue_send_mail", found.append)
    monkeypatch.setattr("notifications.services.sweep.enqueue_send_digest", found.append)
    return found


def full_for(*names: str) -> Callable[[str], str]:
    """An `answer` that takes no more for these readers."""
    return lambda recipient: FULL if recipient.partition("@")[0] in names else smtp.ACCEPTED


def due_for_many(channel: Channel) -> None:
    """A notice for each of a few readers more than the sweep mails itself."""
    for number in range(BY_SWEEP + 3):
        scheduled(wanting(person(f"reader{number}"), over=channel), Kind.OVER, channel=channel, deadline="")
    Notice.objects.filter(channel=channel).update(due_at=NOW)


def send_handed_on(channel: Channel, key: int) -> State | None:
    if channel == Channel.MAIL:
        return send_mail_handed_on(notice_id=key, now=NOW)
    return send_digest_handed_on(user_id=key, now=NOW)


@pytest.mark.parametrize("channel", [Channel.MAIL, Channel.DIGEST])
def test_one_full_mailbox_holds_up_no_mail_of_others(channel, mail_server, handed_on):
    due_for_many(channel)
    mail_server.answer = full_for("reader1", f"reader{BY_SWEEP}")
    assert sweep_notices(now=NOW) == BY_SWEEP - 1
    assert [send_handed_on(channel, key) for key in handed_on] == [State.DUE, State.SENT, State.SENT]
    put_off = Notice.objects.filter(channel=channel, state=State.DUE)
    assert set(put_off.values_list("due_at", "reason")) == {(NOW + WAITS[0], f"RecipientRefused: {FULL}")}


@pytest.mark.parametrize("channel", [Channel.MAIL, Channel.DIGEST])
def test_a_server_that_refuses_every_recipient_for_now_is_handed_no_more(channel, mail_server, handed_on):
    due_for_many(channel)
    mail_server.answer = smtp.refusing("450 4.7.25 Client host rejected: cannot find your hostname")
    assert sweep_notices(now=NOW) == 0
    assert handed_on == []


@pytest.mark.parametrize(
    ("code", "words", "server"),
    [
        (452, "4.2.2 Mailbox full", False),
        (450, "4.2.0 Greylisted", False),
        (451, "4.7.1 Greylisted", False),
        (450, "Mailbox unavailable", False),
        (421, "4.7.0 Try again later", True),
        (451, "4.3.0 Temporary lookup failure", True),
        (451, "Local error in processing", True),
        (550, "5.7.1 Relaying denied", True),
    ],
)
def test_whom_a_refusal_is_about(code, words, server):
    assert is_about_server(code, words) is server


def test_a_refusal_is_read_at_a_domain_with_other_letters_too(mail_server):
    ana = person("ana")
    EmailAddress.objects.filter(user=ana).update(email="ana@exämple.org")
    mail_server.answer = smtp.refusing(FULL)
    notice = scheduled(ana)
    assert send_notice(notice_id=notice.pk, now=NOW) == State.DUE
    assert state(notice)[1] == f"RecipientRefused: {FULL}"


@pytest.mark.parametrize(("reply", "became"), [("550 5.1.1 No\0one", State.FAILED), ("452 4.2.2 Full\0", State.DUE)])
def test_a_reply_with_a_nul_is_kept_without_it(mail_server, reply, became):
    ana = person("ana")
    mail_server.answer = smtp.refusing(reply)
    notice = scheduled(ana)
    assert send_notice(notice_id=notice.pk, now=NOW) == became
    assert reply.replace("\0", " ").strip() in state(notice)[1]
