"""By mail: sent through the site's mail server, which may refuse an address for good."""

import re
from collections.abc import Sequence
from datetime import datetime
from smtplib import SMTPRecipientsRefused

from django.core.mail import EmailMessage

from notifications.channels import GivenUp
from notifications.channels.letters import digest_of, mail_of
from notifications.models import Notice
from notifications.smtp import Unanswered
from notifications.terms import UNCERTAIN
from notifications.wishes import Reader, reader_of

NO_SUCH_MAILBOX = frozenset({550, 551, 553})
"""Replies to a recipient that speak of the mailbox, where no finer code is given."""

ENHANCED = re.compile(r"\b5\.(\d{1,3})\.\d{1,3}\b")


def is_hard(code: int, words: str) -> bool:
    """Whether a reply to a recipient says that the address is dead (RFC 3463).

    A refusal by policy (5.7) is about this site, not about the address, and passes when it is repaired.
    """
    if not 500 <= code < 600:
        return False
    finer = ENHANCED.search(words)
    return finer[1] in {"1", "2"} if finer else code in NO_SUCH_MAILBOX


def send_mail(notice: Notice, now: datetime) -> str:
    """Send one notice; the address it went to. Raises `GivenUp`."""
    address = _address(reader_of(notice.user))
    _send(mail_of(notice=notice, address=address), address)
    return address


def send_digest(*, reader: Reader, notices: Sequence[Notice], now: datetime) -> str:
    """Send a daily mail; the address it went to. Raises `GivenUp`."""
    address = _address(reader)
    _send(digest_of(notices=notices, user=reader.user, address=address), address)
    return address


def _address(reader: Reader) -> str:
    if reader.address is None:
        raise GivenUp("There is no confirmed address to send to.")
    return reader.address


def _send(letter: EmailMessage, address: str) -> None:
    try:
        letter.send()
    except Unanswered as lost:
        raise GivenUp(UNCERTAIN) from lost
    except SMTPRecipientsRefused as refused:
        code, words = refused.recipients.get(address, (0, b""))
        said = words.decode(errors="replace")
        if is_hard(code, said):
            raise GivenUp(f"{code} {said}", address=address) from refused
        raise
