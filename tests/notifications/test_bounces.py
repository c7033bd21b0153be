"""Addresses that do not work: refused at once, or come back later; shown, repaired, and not mistaken."""

import io
import subprocess
import sys
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client

from accounts.models import User
from notifications.channels.by_mail import is_hard
from notifications.models import Channel, DeadAddress, Kind, Notice, State
from notifications.selectors import notice_summary_of, unreached
from notifications.services import send_notice
from tests.accounts.people import PASSWORD, person
from tests.accounts.times import NOW
from tests.notifications.notices import scheduled, state
from tests.support import smtp
from tests.support.html import squeezed
from tests.support.processes import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("smtp_settings")]


@pytest.fixture(autouse=True)
def _returning(settings):
    settings.BOUNCE_ADDRESS = "back@post.example"


def sent(mail_server, user: User) -> tuple[Notice, smtp.Delivery]:
    notice = scheduled(user)
    assert send_notice(notice_id=notice.pk, now=NOW) == State.SENT
    return notice, mail_server.wait_for(1)[-1]


def bounces(monkeypatch, raw: bytes, *arguments: str) -> str:
    """Pipe a mail into the command, as a mail server does."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    output = io.StringIO()
    call_command("bounces", *arguments, stdout=output)
    return output.getvalue()


def test_a_mailbox_that_is_not_there_ends_it_at_once(mail_server):
    mail_server.answer = smtp.refusing("550 5.1.1 No such user")
    ana = person("ana")
    notice = scheduled(ana)
    assert send_notice(notice_id=notice.pk, now=NOW) == State.FAILED
    assert state(notice) == (State.FAILED, "550 5.1.1 No such user")
    assert DeadAddress.objects.get().address == "ana@example.org"
    later = scheduled(ana, step=2)
    assert state(later) == (State.FAILED, "Mails to this address come back.")


@pytest.mark.parametrize(
    ("code", "words", "hard"),
    [
        (550, "5.1.1 No such user", True),
        (550, "No such user", True),
        (552, "5.2.2 Mailbox full", True),
        (550, "5.7.1 Relaying denied", False),
        (554, "Transaction failed", False),
        (452, "4.2.2 Mailbox full", False),
        (451, "Try later", False),
    ],
)
def test_a_refusal_by_policy_says_nothing_of_the_address(code, words, hard):
    assert is_hard(code, words) is hard


def test_a_mail_that_came_back_marks_its_notice_and_its_address(mail_server, monkeypatch):
    ana = person("ana")
    notice, delivery = sent(mail_server, ana)
    assert delivery.sender.startswith(f"back+{notice.pk}-")
    assert delivery.message["From"] == "Piecepack by Post <table@localhost>"
    raw = smtp.bounce_of(delivery, "ana@example.org").as_bytes()
    assert f"Notice {notice.pk} bounced" in bounces(monkeypatch, raw)
    assert state(notice)[0] == State.BOUNCED
    assert DeadAddress.objects.get().address == "ana@example.org"
    assert "is not recorded as sent" in bounces(monkeypatch, raw), "twice changes nothing"


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("strange", "kept"),
    [("\0", ""), ("=?utf-8?q?=00?=", "=?utf-8?q?=00?= "), ("=?utf-7?q?+2AA-?=", "=?utf-7?q?+2AA-?= ")],
)
def test_a_report_with_what_no_text_can_hold_is_taken_and_kept_without_it(mail_server, monkeypatch, strange, kept):
    notice, delivery = sent(mail_server, person("ana"))
    raw = smtp.bounce_of(delivery, "ana@example.org").as_bytes()
    status = b"Status: 5.1.1\n"
    assert raw.count(status) == 1
    said = f"Diagnostic-Code: smtp; 550 No {strange} such user\n".encode()
    assert f"Notice {notice.pk} bounced" in bounces(monkeypatch, raw.replace(status, status + said))
    assert state(notice) == (State.BOUNCED, f"5.1.1 550 No {kept}such user")
    assert DeadAddress.objects.get().reason == f"5.1.1 550 No {kept}such user"


def test_the_address_of_the_pipe_serves_where_headers_were_changed(mail_server, monkeypatch):
    notice, delivery = sent(mail_server, person("ana"))
    message = smtp.bounce_of(delivery, "ana@example.org")
    message.replace_header("To", "postmaster@post.example")
    assert "is not about a mail" in bounces(monkeypatch, message.as_bytes())
    assert "bounced" in bounces(monkeypatch, message.as_bytes(), delivery.sender.upper())
    assert state(notice)[0] == State.BOUNCED


def test_a_forged_report_changes_nothing(mail_server, monkeypatch):
    notice, delivery = sent(mail_server, person("ana"))
    raw = smtp.bounce_of(delivery, "ana@example.org").as_bytes()
    letter = delivery.sender[len(f"back+{notice.pk}-")].encode()
    start = f"back+{notice.pk}-".encode()
    forged = raw.replace(start + letter, start + (b"0" if letter != b"0" else b"1"))
    assert "is not about a mail" in bounces(monkeypatch, forged)
    assert state(notice)[0] == State.SENT


@pytest.mark.parametrize("status", ["4.4.1"])
def test_a_delay_is_no_failure(mail_server, monkeypatch, status):
    notice, delivery = sent(mail_server, person("ana"))
    raw = smtp.bounce_of(delivery, "ana@example.org", status).as_bytes()
    assert "no permanent failure" in bounces(monkeypatch, raw)
    assert state(notice)[0] == State.SENT


@pytest.mark.parametrize("raw", [b"", b"\x00\xff", b"Subject: hello\n\nhow are you?"])
def test_anything_else_is_passed_over(monkeypatch, raw):
    assert "is not about a mail" in bounces(monkeypatch, raw)


def test_every_page_tells_the_owner_and_how_to_repair_it(mail_server):
    mail_server.answer = smtp.refusing("550 5.1.1 No <b>such</b> user")
    ana = person("ana")
    person("ben")
    send_notice(notice_id=scheduled(ana).pk, now=NOW)
    own, other = Client(), Client()
    own.login(username="ana", password=PASSWORD)
    other.login(username="ben", password=PASSWORD)
    for path in ("/", "/turns/", "/tables/", "/notices/choose/", "/people/me/"):
        page = squeezed(own.get(path).content.decode())
        assert "Mails do not reach you." in page
        assert "No &lt;b&gt;such&lt;/b&gt; user" in page
        assert "/accounts/email/" in page
        assert "Mails do not reach you." not in other.get(path).content.decode()
    assert "Mails do not reach you." not in Client().get("/").content.decode()
    own.post("/notices/address/")
    assert notice_summary_of(user_id=ana.pk, settled=()).dead_address == ""
    assert "Mails do not reach you." not in own.get("/").content.decode()
    assert state(scheduled(ana, step=2))[0] == State.DUE


def test_another_address_is_not_dead():
    ana = person("ana")
    DeadAddress.objects.create(user=ana, address="old@example.org", reason="550", failed_at=NOW)
    assert notice_summary_of(user_id=ana.pk, settled=()).dead_address == ""
    assert state(scheduled(ana))[0] == State.DUE


def test_who_was_reached_by_no_channel(mail_server):
    ana, ben, cleo, dora = (person(name) for name in ("ana", "ben", "cleo", "dora"))
    everyone = [user.pk for user in (ana, ben, cleo, dora)]
    for user in (ana, ben, cleo, dora):
        scheduled(user)
    assert unreached(topic="match:214", step=1, users=everyone) == set(), "none has been tried"
    rows = Notice.objects.filter(kind=Kind.TURN, channel=Channel.MAIL)
    rows.filter(user=ana).update(state=State.FAILED, attempts=5)
    rows.filter(user=ben).update(state=State.BOUNCED, attempts=1)
    Notice.objects.create(
        user=ben, kind="turn", channel="push", topic="match:214", step=1, due_at=NOW, made_at=NOW, state=State.SENT
    )
    rows.filter(user=cleo).update(state=State.DUE, attempts=2, due_at=NOW + timedelta(hours=1))
    rows.filter(user=dora).update(state=State.WITHHELD)
    assert unreached(topic="match:214", step=1, users=everyone) == {ana.pk, cleo.pk}


def test_a_mail_server_pipes_into_the_command_with_no_environment_of_its_own(tmp_path):
    """As Postfix runs it: the settings come from the site's own file."""
    environment = tmp_path / "environment"
    environment.write_text(f"VAR_DIR={tmp_path}\n")
    bare = {"PATH": "/usr/bin:/bin", "PIECEPACK_ENVIRONMENT": str(environment), "PIECEPACK_RELEASE": str(ROOT)}
    command = [str(ROOT / "deploy/manage"), "bounces", "back+1-forged@post.example"]
    done = subprocess.run(command, input=b"\n", env=bare, cwd="/", capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() in (
        "This report is not about a mail from this site.\n",
        "This report contains no permanent failure.\n",
    )


def test_a_mail_is_kept_for_later_while_the_database_is_down(monkeypatch):
    def gone(**_: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr("notifications.management.commands.bounces.bounce_in", lambda *args, **more: object())
    monkeypatch.setattr("notifications.management.commands.bounces.record_bounce", gone)
    with pytest.raises(SystemExit) as ended:
        bounces(monkeypatch, b"\n")
    assert ended.value.code == 75
