"""The mailbox of a development site, and that a server has none."""

import pytest
from django.core.mail import EmailMessage, EmailMultiAlternatives, send_mail
from django.test import Client

from notifications import mailbox
from notifications.models import KeptMail
from notifications.services import send_notice
from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.notifications.notices import scheduled

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _kept(settings):
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    settings.MAILBOX_OPEN = True


def keep(html: str = "") -> KeptMail:
    letter = EmailMultiAlternatives("Hello <b>", "See http://testserver/table/1/", to=["ana@example.org"])
    if html:
        letter.attach_alternative(html, "text/html")
    letter.send()
    return KeptMail.objects.latest("pk")


def test_a_mail_is_kept_whole():
    send_notice(notice_id=scheduled(person("ana")).pk, now=NOW)
    kept = KeptMail.objects.get()
    assert kept.recipients == ["ana@example.org"]
    assert kept.subject.startswith("Your turn")
    assert "Hello ana," in kept.text
    assert kept.html.startswith("<!DOCTYPE html>")
    assert kept.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_the_pages_show_it_escaped_with_links_to_follow():
    kept = keep("<html><head></head><p>x</p></html>")
    box = Client().get("/mailbox/").content.decode()
    assert "Hello &lt;b&gt;" in box
    page = Client().get(f"/mailbox/{kept.pk}/").content.decode()
    assert '<a href="http://testserver/table/1/" rel="nofollow">' in page
    assert f'src="/mailbox/{kept.pk}/html/"' in page
    assert "sandbox=" in page
    assert "Hello <b>" not in page


def test_the_html_runs_nothing_and_loads_nothing():
    kept = keep("<html><head></head><script>alert(1)</script></html>")
    answer = Client().get(f"/mailbox/{kept.pk}/html/")
    policy = answer["Content-Security-Policy"].split("; ")
    assert "default-src 'none'" in policy
    assert "style-src 'unsafe-inline'" in policy
    assert any(rule.startswith("sandbox ") and "allow-scripts" not in rule for rule in policy)
    assert not any(rule.startswith(("script-src", "img-src")) for rule in policy)
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert '<base target="_blank">' in answer.content.decode()


def test_a_server_has_no_mailbox(settings):
    kept = keep("<p>x</p>")
    settings.MAILBOX_OPEN = False
    for path in ("/mailbox/", f"/mailbox/{kept.pk}/", f"/mailbox/{kept.pk}/html/"):
        assert Client().get(path).status_code == 404


def test_the_newest_are_kept(monkeypatch):
    monkeypatch.setattr(mailbox, "KEPT", 3)
    for number in range(5):
        send_mail(f"Mail {number}", "", None, ["ana@example.org"])
    assert [kept.subject for kept in KeptMail.objects.all()] == ["Mail 4", "Mail 3", "Mail 2"]


def test_a_mail_without_html_is_kept_too():
    EmailMessage("Plain", "text", to=["ana@example.org"]).send()
    kept = KeptMail.objects.get()
    assert kept.html == ""
    assert "<iframe" not in Client().get(f"/mailbox/{kept.pk}/").content.decode()
