"""Notices as mails in text and HTML, in the reader's zone and language of dates."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import gettext, ngettext, npgettext

from accounts.models import User
from accounts.values.dates import reading_as
from notifications.bouncing import envelope_sender
from notifications.channels.subjects import deadline_named, says_of, subject_of
from notifications.enums import Channel
from notifications.kinds import Kind, spec_of
from notifications.mail_links import act_url
from notifications.models import Notice
from notifications.stopping import stop_url


def notice_mail(*, notice: Notice, address: str) -> EmailMultiAlternatives:
    """The mail for one notice."""
    spec, user = spec_of(notice.kind), notice.user
    stop = stop_url(user=user, kind=notice.kind, channel=Channel.MAIL)
    context = {
        **_context(notice),
        "spec": spec,
        "acts": bool(spec.opens),
        "stop_url": stop,
    }
    return _letter(notice, user, address, form="notice", subject=subject_of(notice), **context)


def turns_mail(*, notices: Sequence[Notice], address: str) -> EmailMultiAlternatives:
    """The mail for several turns of one user, by deadline."""
    user, spec = notices[0].user, spec_of(Kind.TURN)
    waiting = sorted(notices, key=lambda notice: str(notice.context.get("deadline", "")))
    return _letter(
        notices[0],
        user,
        address,
        form="turns",
        subject=ngettext("Your turn at {count} table", "Your turn at {count} tables", len(waiting)).format(
            count=len(waiting)
        ),
        spec=spec,
        waiting=[_context(notice) for notice in waiting],
        acts=bool(spec.opens),
        stop_url=stop_url(user=user, kind=Kind.TURN, channel=Channel.MAIL),
    )


def digest_mail(*, notices: Sequence[Notice], user: User, address: str) -> EmailMultiAlternatives:
    """The daily mail for several notices."""
    by_deadline = sorted(notices, key=lambda notice: str(notice.context.get("deadline", "")))
    # A challenge has a deadline too, but is no turn.
    waiting = [notice for notice in by_deadline if spec_of(notice.kind).opens]
    other = [notice for notice in notices if notice not in waiting]
    subject = npgettext("subject", "It is your turn at one table", "It is your turn at {count} tables", len(waiting))
    return _letter(
        notices[0],
        user,
        address,
        form="digest",
        subject=subject.format(count=len(waiting)) if waiting else gettext("What is new"),
        waiting=[_context(notice) for notice in waiting],
        other=[_context(notice) for notice in other],
        acts=any(spec_of(notice.kind).opens for notice in notices),
        stop_url=stop_url(user=user, kind="", channel=Channel.DIGEST),
    )


def _context(notice: Notice) -> dict[str, Any]:
    """The template context of one notice."""
    return {
        "title": notice.context.get("title", ""),
        "text": notice.context.get("text", ""),
        "deadline": deadline_named(notice),
        "says": says_of(notice),
        "no_hurry": bool(notice.context.get("no_hurry")),
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
        html = render_to_string(f"mail/{form}.html", known).lstrip()
    sender = envelope_sender(notice_id=notice.pk)
    # Bounces go to the envelope sender, which differs.
    headers = {"From": settings.DEFAULT_FROM_EMAIL}
    if stop_url:
        # One click unsubscribes (RFC 8058).
        headers |= {"List-Unsubscribe": f"<{stop_url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    # No automatic replies (RFC 3834).
    headers["Auto-Submitted"] = "auto-generated"
    title = " ".join(subject.split())
    letter = EmailMultiAlternatives(title, text, sender, [address], headers=headers, reply_to=_answers_to())
    letter.attach_alternative(html, "text/html")
    return letter


def _answers_to() -> list[str]:
    """Where the answer to a mail goes: to whom the help sends people, if that is an address, else to the sender."""
    contact = urlsplit(settings.CONTACT)
    return [unquote(contact.path)] if contact.scheme == "mailto" else []
