"""A notice as a mail: text and HTML, in the zone and date language of its reader."""

from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from accounts.dates import reading_as
from accounts.models import User
from accounts.selectors import mail_address
from notifications.models import Kind, Notice
from notifications.stopping import stop_url


class NoAddress(Exception):
    """There is no confirmed address to send to."""


def deadline_of(notice: Notice) -> datetime | None:
    """The deadline that a notice speaks of, if any."""
    written = notice.context.get("deadline")
    return datetime.fromisoformat(written) if written else None


def mail_of(*, notice: Notice) -> EmailMultiAlternatives:
    """The mail that tells a notice."""
    user, kind = notice.user, Kind(notice.kind)
    address = mail_address(user=user)
    if address is None:
        raise NoAddress
    stop = stop_url(user=user, kind=kind)
    with reading_as(user.time_zone, user.date_language):
        subject, text, html = _written(notice, user, stop)
    mail = EmailMultiAlternatives(subject, text, to=[address], headers=_headers(stop))
    mail.attach_alternative(html, "text/html")
    return mail


def _written(notice: Notice, user: User, stop: str) -> tuple[str, str, str]:
    context = {
        **notice.context,
        "reader": user,
        "deadline": deadline_of(notice),
        "url": settings.SITE_URL + notice.context.get("path", "/"),
        "stop_url": stop,
        "SITE_NAME": settings.SITE_NAME,
        "SITE_URL": settings.SITE_URL,
    }
    form = f"mail/{notice.kind}"
    subject = " ".join(render_to_string(f"{form}_subject.txt", context).split())
    return subject, render_to_string(f"{form}.txt", context), render_to_string(f"{form}.html", context)


def _headers(stop: str) -> dict[str, str]:
    """Let a mail program stop these mails by one click (RFC 8058), and no program answer them (RFC 3834)."""
    return {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
