"""The mail servers of the tests collect, refuse, hang and bounce."""

import smtplib
from email.message import EmailMessage

import pytest

from tests.support import smtp


def mail(recipient: str = "ana@example.org") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "table@example.org", recipient, "Your turn"
    message.set_content("Seal your bid – by Friday.")
    return message


def send(server: smtp.MailServer, *messages: EmailMessage) -> None:
    with smtplib.SMTP("127.0.0.1", server.port, timeout=5) as connection:
        for message in messages:
            connection.send_message(message)


def test_collects(mail_server: smtp.MailServer):
    send(mail_server, mail(), mail("ben@example.org"))
    first, second = mail_server.wait_for(2)
    assert (first.sender, first.recipients) == ("table@example.org", ("ana@example.org",))
    assert first.message["Subject"] == "Your turn"
    assert first.text.strip() == "Seal your bid – by Friday."
    assert mail_server.to("ben@example.org") == [second]


def test_says_how_many_did_not_come(mail_server: smtp.MailServer):
    send(mail_server, mail())
    with pytest.raises(AssertionError, match="1 of 2 mails came"):
        mail_server.wait_for(2, seconds=0.1)


@pytest.mark.parametrize("reply", ["550 5.1.1 No such user", "451 4.7.1 Try later"])
def test_refuses(mail_server: smtp.MailServer, reply: str):
    mail_server.answer = smtp.refusing(reply)
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        send(mail_server, mail())
    assert refused.value.recipients["ana@example.org"][0] == int(reply[:3])
    assert mail_server.deliveries == []


def test_hangs():
    with smtp.hanging() as url, pytest.raises(smtplib.SMTPServerDisconnected, match="timed out"):
        smtplib.SMTP("127.0.0.1", int(url.rpartition(":")[2]), timeout=0.2)


def test_bounces(mail_server: smtp.MailServer):
    send(mail_server, mail())
    smtp.send_bounce(mail_server.deliveries[0], "ana@example.org", to=mail_server)
    bounce = mail_server.wait_for(2)[1]
    assert (bounce.sender, bounce.recipients) == ("", ("table@example.org",))
    assert bounce.message.get_content_type() == "multipart/report"
    _, status, original = bounce.message.iter_parts()
    assert "Final-Recipient: rfc822; ana@example.org" in status.as_string()
    assert "Status: 5.1.1" in status.as_string()
    assert original.get_content()["Subject"] == "Your turn"
