"""Mail servers for the tests: one that collects, and ones that misbehave."""

import asyncio
import contextlib
import email
import email.policy
import logging
import smtplib
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.support.processes import free_port

logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd tells every word said
ACCEPTED = "250 Message accepted"


@dataclass(frozen=True)
class Delivery:
    """One mail as it came in."""

    sender: str
    recipients: tuple[str, ...]
    message: EmailMessage

    @property
    def text(self) -> str:
        """The plain-text part."""
        body = self.message.get_body(("plain",))
        return body.get_content() if body else ""


@dataclass
class MailServer:
    """A mail server that keeps what it accepts."""

    port: int
    answer: Callable[[str], str] = lambda recipient: ACCEPTED
    """Its reply to a recipient's address, such as "550 No such user"."""
    silent: bool = False
    """True if it takes a mail and never says that it did."""
    deliveries: list[Delivery] = field(default_factory=list)
    _news: threading.Condition = field(default_factory=threading.Condition)

    @property
    def url(self) -> str:
        """Its address, as `EMAIL_URL` takes it."""
        return f"smtp://127.0.0.1:{self.port}"

    def wait_for(self, count: int = 1, seconds: float = 10.0) -> list[Delivery]:
        """Wait until so many mails have come in, and return all. Fails when they do not come."""
        with self._news:
            came = self._news.wait_for(lambda: len(self.deliveries) >= count, seconds)
        assert came, f"{len(self.deliveries)} of {count} mails came within {seconds:g} s."
        return list(self.deliveries)

    def to(self, address: str) -> list[Delivery]:
        """Return the mails to one address."""
        return [delivery for delivery in self.deliveries if address in delivery.recipients]

    async def handle_RCPT(  # noqa: N802 - aiosmtpd calls it so
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept a recipient or not."""
        answer = self.answer(address)
        if answer.startswith("2"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Keep a mail."""
        content = envelope.original_content or b""
        message = email.message_from_bytes(content, _class=EmailMessage, policy=email.policy.default)
        with self._news:
            self.deliveries.append(Delivery((envelope.mail_from or "").strip("<>"), tuple(envelope.rcpt_tos), message))
            self._news.notify_all()
        if self.silent:
            await asyncio.Event().wait()  # until the other end hangs up
        return ACCEPTED


@contextlib.contextmanager
def started(password: str = "") -> Iterator[MailServer]:
    """Run a mail server that accepts everything; set its `answer` to make it refuse. It may want a password."""
    server = MailServer(free_port())
    options: dict[str, Any] = {"authenticator": _wants(password), "auth_require_tls": False} if password else {}
    controller = Controller(server, hostname="127.0.0.1", port=server.port, **options)
    controller.start()
    try:
        yield server
    finally:
        controller.stop()


def _wants(password: str) -> Callable[..., AuthResult]:
    def authenticate(
        server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: LoginPassword
    ) -> AuthResult:
        return AuthResult(success=data.password == password.encode(), handled=False)

    return authenticate


def refusing(reply: str = "550 5.1.1 No such user") -> Callable[[str], str]:
    """An `answer` that refuses everybody for good; with a reply such as "451 Try later", for now."""
    return lambda recipient: reply


@contextlib.contextmanager
def hanging() -> Iterator[str]:
    """Run a mail server that accepts connections and stays silent. Yields its address."""
    taken: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_take_silently, args=(listener, taken), daemon=True).start()
        try:
            yield f"smtp://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            for connection in taken:
                connection.close()


def _take_silently(listener: socket.socket, taken: list[socket.socket]) -> None:
    with contextlib.suppress(OSError):  # the listener was shut down
        while True:
            taken.append(listener.accept()[0])


@contextlib.contextmanager
def hanging_up_at_data() -> Iterator[int]:
    """Run a mail server that hangs up when it is to be given the mail itself. Gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = threading.Thread(target=_talk_until_data, args=(listener,), daemon=True)
        serving.start()
        yield listener.getsockname()[1]
    serving.join()


def _talk_until_data(listener: socket.socket) -> None:
    connection, _ = listener.accept()
    with connection, connection.makefile("rwb", buffering=0) as line:
        line.write(b"220 Hello\r\n")
        while not (command := line.readline()).upper().startswith(b"DATA"):
            assert command, "The other end hung up first."
            line.write(b"250 Fine\r\n")


def bounce_of(delivery: Delivery, recipient: str, status: str = "5.1.1") -> EmailMessage:
    """Make the mail that comes back when an accepted mail could not be delivered (RFC 3464)."""
    report = MIMEMultipart("report", report_type="delivery-status")
    report["From"] = "Mail Delivery System <MAILER-DAEMON@127.0.0.1>"
    report["To"] = delivery.sender
    report["Subject"] = "Undelivered Mail Returned to Sender"
    report.attach(MIMEText(f"The mail to {recipient} could not be delivered."))
    status_part = EmailMessage()
    status_part["Reporting-MTA"] = "dns; 127.0.0.1"
    recipient_part = EmailMessage()
    recipient_part["Final-Recipient"] = f"rfc822; {recipient}"
    recipient_part["Action"] = "failed"
    recipient_part["Status"] = status
    fields = MIMEMultipart("delivery-status")
    fields.set_payload([status_part, recipient_part])
    report.attach(fields)
    report.attach(MIMEMessage(delivery.message))
    return email.message_from_bytes(report.as_bytes(), _class=EmailMessage, policy=email.policy.default)


def send_bounce(delivery: Delivery, recipient: str, to: MailServer, status: str = "5.1.1") -> None:
    """Send that mail to the server that receives the site's mail."""
    with smtplib.SMTP("127.0.0.1", to.port, timeout=10) as connection:
        connection.send_message(bounce_of(delivery, recipient, status), from_addr="", to_addrs=[delivery.sender])
