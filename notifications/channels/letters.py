"""Notices as mails: text and HTML, in the zone and date language of their reader."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from accounts.dates import reading_as
from accounts.models import User
from notifications.acting import act_url
from notifications.bouncing import envelope_sender
from notifications.channels import deadline_of
from notifications.kinds import sort_of
from notifications.models import Notice
from notifications.stopping import stop_url
from notifications.terms import Channel


def mail_of(*, notice: Notice, address: str) -> EmailMultiAlternatives:
    """The mail that tells a notice to this address."""
    sort, user = sort_of(notice.kind), notice.user
    stop = stop_url(user=user, kind=notice.kind, channel=Channel.MAIL)
    context = {
        **_told(notice),
        "sort": sort,
        "acts": bool(sort.opens),
        "stop_url": stop,
    }
    return _letter(notice, user, address, form="notice", subject=f"{sort.says}: {notice.context['title']}", **context)


def digest_of(*, notices: Sequence[Notice], user: User, address: str) -> EmailMultiAlternatives:
    """The daily mail that tells many."""
    waiting = [notice for notice in notices if sort_of(notice.kind).timely]
    waiting.sort(key=lambda notice: str(notice.context.get("deadline", "")))
    other = [notice for notice in notices if notice not in waiting]
    subject = "One table waits for you" if len(waiting) == 1 else f"{len(waiting)} tables wait for you"
    return _letter(
        notices[0],
        user,
        address,
        form="digest",
        subject=subject if waiting else "What there is new",
        waiting=[_told(notice) for notice in waiting],
        other=[_told(notice) for notice in other],
        acts=any(sort_of(notice.kind).opens for notice in notices),
        stop_url=stop_url(user=user, kind="", channel=Channel.DIGEST),
    )


def _told(notice: Notice) -> dict[str, Any]:
    """What one notice says, for a template."""
    return {
        "title": notice.context.get("title", ""),
        "text": notice.context.get("text", ""),
        "deadline": deadline_of(notice),
        "says": sort_of(notice.kind).says,
        "url": act_url(notice=notice) or str(settings.SITE_URL + notice.context.get("path", "/")),
    }


def _letter(
    notice: Notice, user: User, address: str, *, form: str, subject: str, stop_url: str, **context: Any
) -> EmailMultiAlternatives:
    known = {
        **context,
        "reader": user,
        "stop_url": stop_url,
        "SITE_NAME": settings.SITE_NAME,
        "SITE_URL": settings.SITE_URL,
    }
    with reading_as(user.time_zone, user.date_language):
        text = render_to_string(f"mail/{form}.txt", known)
        html = render_to_string(f"mail/{form}.html", known)
    sender = envelope_sender(notice_id=notice.pk)
    letter = EmailMultiAlternatives(" ".join(subject.split()), text, sender, [address], headers=_headers(stop_url))
    letter.attach_alternative(html, "text/html")
    return letter


def _headers(stop: str) -> dict[str, str]:
    """Let a mail program stop these mails by one click (RFC 8058), and no program answer them (RFC 3834)."""
    unsubscribe = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return {
        # The envelope's sender, which bounces go to, is another.
        "From": settings.DEFAULT_FROM_EMAIL,
        **(unsubscribe if stop else {}),
        "Auto-Submitted": "auto-generated",
    }
