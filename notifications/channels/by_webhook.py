"""Delivery by webhook: JSON posted to the user's URL, formatted for Discord, Slack or any other receiver."""

import hashlib
import hmac
import json
import re
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy
from requests import RequestException

from notifications.channels import GivenUp, NotTaken
from notifications.channels.subjects import subject_of
from notifications.models import Notice, Webhook
from notifications.outcome_words import NO_SUCH_WEBHOOK, NOT_REACHED, NOT_TAKEN, TAKEN, WEBHOOK_ANSWERED, WEBHOOK_GONE
from notifications.outgoing import GuardedSession, NotAllowed, while_a_page_waits
from notifications.readers import NO_WEBHOOK

GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
MARKS = re.compile(r"[\\\[\]()<>*_~`|#]")
"""What Discord would read as a link or a style."""
TEST = gettext_lazy("This is a test: your webhook works.")
FAILURES = (RequestException, OSError, GivenUp, NotTaken)
"""All errors that posting can raise."""


def send_webhook(notice: Notice, now: datetime) -> str:
    """Post one notice. Raises `GivenUp`, `NotTaken` or a connection error."""
    working = Webhook.objects.filter(user=notice.user, topic__in=("", notice.topic), broken=False)
    # A webhook of this table takes the place of the general one.
    webhook = working.order_by("-topic").first()
    if webhook is None:
        raise GivenUp(NO_WEBHOOK)
    url = settings.SITE_URL + str(notice.context.get("path", "/"))
    says = subject_of(notice)
    payload = {
        "kind": notice.kind,
        "title": says,
        "text": str(notice.context.get("text", "")),
        "url": url,
        "deadline": str(notice.context.get("deadline", "")),
    }
    post_message(webhook=webhook, payload=payload, now=now)
    return ""


def post_test(*, webhook: Webhook, now: datetime) -> None:
    """Post a test while a page waits. Raises the same errors as `send_webhook`."""
    payload = {"kind": "test", "title": settings.SITE_NAME, "text": str(TEST), "url": settings.SITE_URL, "deadline": ""}
    try:
        with while_a_page_waits():
            post_message(webhook=webhook, payload=payload, now=now)
    except NotAllowed as refused:
        _note(webhook, now, str(refused))
        raise


def post_message(*, webhook: Webhook, payload: dict[str, str], now: datetime) -> None:
    """Post a message, and store the result for the owner."""
    try:
        status = _post(webhook, json.dumps(body_of(Webhook.Form(webhook.form), payload)).encode(), now)
    except (RequestException, OSError) as error:
        _note(webhook, now, str(_cause(error)) if _cause(error) else NOT_REACHED)
        raise
    if status in GONE:
        _note(webhook, now, NO_SUCH_WEBHOOK.format(status=status), broken=True)
        raise GivenUp(WEBHOOK_GONE.format(status=status))
    if not 200 <= status < 300:
        _note(webhook, now, NOT_TAKEN.format(status=status))
        raise NotTaken(WEBHOOK_ANSWERED.format(status=status))
    _note(webhook, now, TAKEN)


def body_of(form: Webhook.Form, payload: dict[str, str]) -> dict[str, Any]:
    """The body in the receiver's format. Text by users mentions nobody and creates no links."""
    if form == Webhook.Form.JSON:
        return dict(payload)
    if form == Webhook.Form.DISCORD:
        # Otherwise "[Log in](https://…)" in the title of a club would hide where it leads.
        words = [MARKS.sub(r"\\\g<0>", payload[name]) for name in ("title", "text")]
        content = "\n".join(filter(None, [*words, payload["url"]]))
        return {"content": content[:2000], "allowed_mentions": {"parse": []}}
    lines = [payload["title"], payload["text"], payload["url"]]
    safe = [line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") for line in lines if line]
    return {"text": "\n".join(safe)}


def signature(*, key: str, at: str, body: bytes) -> str:
    """Prove that the site is the sender: HMAC-SHA256 of the timestamp, a full stop and the body."""
    return "sha256=" + hmac.new(key.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()


def _post(webhook: Webhook, body: bytes, now: datetime) -> int:
    at = str(int(now.timestamp()))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Piecepack-by-Post",
        "X-Piecepack-Timestamp": at,
        "X-Piecepack-Signature": signature(key=webhook.key, at=at, body=body),
    }
    with GuardedSession() as session:
        return session.post(webhook.url, data=body, headers=headers).status_code


def _cause(error: BaseException) -> NotAllowed | None:
    """The site's own refusal in a chain of errors, or None."""
    seen: BaseException | None = error
    while seen is not None and not isinstance(seen, NotAllowed):
        seen = seen.__cause__ or seen.__context__
    return seen


def _note(webhook: Webhook, now: datetime, result: str, *, broken: bool = False) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(last_at=now, last_result=result[:300], broken=broken)
