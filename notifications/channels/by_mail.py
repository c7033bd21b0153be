"""Delivery by mail. The mail server may reject an address permanently."""

import re
from collections.abc import Sequence
from datetime import datetime
from smtplib import SMTPRecipientsRefused

from django.core.mail import EmailMessage
from django.utils.translation import gettext_noop

from foundation.language import read_by
from notifications.channels import GivenUp, RecipientRefused
from notifications.channels.letters import digest_mail, notice_mail, turns_mail
from notifications.enums import UNCERTAIN
from notifications.models import Notice
from notifications.readers import Reader, reader_of
from notifications.smtp import Unanswered

NO_ADDRESS = gettext_noop("There is no confirmed address to send to.")
NO_SUCH_MAILBOX = frozenset({550, 551, 553})
"""Reply codes that mean a missing mailbox when there is no enhanced code."""

HANGS_UP = 421
LOCAL_ERROR = 451

ENHANCED = re.compile(r"\b5\.(\d{1,3})\.\d{1,3}\b")
ENHANCED_FOR_NOW = re.compile(r"4\.(\d{1,3})\.\d{1,3}\b")


def is_hard(code: int, words: str) -> bool:
    """True if the server's reply says that the address is dead (RFC 3463).

    A rejection by policy (5.7) is about this site, not the address, and ends once that is fixed.
    """
    if not 500 <= code < 600:
        return False
    finer = ENHANCED.search(words)
    return finer[1] in {"1", "2"} if finer else code in NO_SUCH_MAILBOX


def is_about_server(code: int, words: str) -> bool:
    """True if the server's reply to a recipient may be its reply to all, so that other mails wait (RFC 3463).

    A full mailbox (4.2) or a greylist (4.7) is about one recipient, the mail system's state (4.3) about all.
    """
    if not 400 <= code < 500 or code == HANGS_UP:
        return True
    finer = ENHANCED_FOR_NOW.match(words)
    return finer[1] == "3" if finer else code == LOCAL_ERROR


def send_mail(notice: Notice, now: datetime) -> str:
    """Send one notice. Return the address it went to. Raises `GivenUp`."""
    address = _address(reader_of(notice.user))
    _send(notice_mail(notice=notice, address=address), address)
    return address


def send_turns(notices: Sequence[Notice]) -> str:
    """Send the turns of one user in one mail. Return the address it went to. Raises `GivenUp`."""
    address = _address(reader_of(notices[0].user))
    with read_by(notices[0].user):
        _send(turns_mail(notices=notices, address=address), address)
    return address


def send_digest(*, reader: Reader, notices: Sequence[Notice]) -> str:
    """Send a daily mail. Return the address it went to. Raises `GivenUp`."""
    address = _address(reader)
    with read_by(reader.user):
        _send(digest_mail(notices=notices, user=reader.user, address=address), address)
    return address


def _address(reader: Reader) -> str:
    if reader.address is None:
        raise GivenUp(NO_ADDRESS)
    return reader.address


def _send(letter: EmailMessage, address: str) -> None:
    try:
        letter.send()
    except Unanswered as lost:
        raise GivenUp(UNCERTAIN) from lost
    except SMTPRecipientsRefused as refused:
        # Each mail has one recipient, whose domain may be spelled in another way here.
        ((code, words),) = refused.recipients.values()
        # PostgreSQL keeps no NUL.
        reply = words.decode(errors="replace").replace("\0", " ")
        if is_hard(code, reply):
            raise GivenUp(f"{code} {reply}", address=address) from refused
        if is_about_server(code, reply):
            raise
        raise RecipientRefused(f"{code} {reply}") from refused
