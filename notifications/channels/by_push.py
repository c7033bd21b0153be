"""By web push (RFC 8030): encrypted to each of a user's browsers, signed by the site's VAPID key."""

import json
import logging
from datetime import datetime
from email.utils import parseaddr
from http import HTTPStatus
from typing import Any

from django.conf import settings
from pywebpush import WebPushException, webpush

from notifications.channels import GivenUp, deadline_of
from notifications.kinds import sort_of
from notifications.models import Device, Notice
from notifications.outgoing import GuardedSession

log = logging.getLogger(__name__)
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
LONGEST_WAIT = 24 * 60 * 60
"""Seconds that a push service keeps what it cannot deliver at once."""
NO_DEVICE = "No browser takes pushed notices any more."


def payload_of(notice: Notice) -> dict[str, str]:
    """What a browser is told: a title, where to look, and what it takes the place of. No secret."""
    return {
        "title": f"{sort_of(notice.kind).says}: {notice.context.get('title', '')}",
        "path": str(notice.context.get("path", "/")),
        "tag": notice.topic,
    }


def send_push(notice: Notice, now: datetime) -> str:
    """Push to every device of the user; those that are gone are removed. Raises `GivenUp`."""
    deadline = deadline_of(notice)
    left = LONGEST_WAIT if deadline is None else int((deadline - now).total_seconds())
    reached, failure = 0, None
    for device in Device.objects.filter(user=notice.user):
        try:
            reached += _push(device, payload_of(notice), max(0, min(left, LONGEST_WAIT)), now)
        except Exception as error:  # noqa: BLE001 - one device must not keep the others from being told
            log.info("Device %s could not be reached: %s", device.pk, type(error).__name__)
            failure = error
    if reached:
        return ""
    if failure is not None:
        raise failure
    raise GivenUp(NO_DEVICE)


def _push(device: Device, payload: dict[str, str], seconds: int, now: datetime) -> bool:
    """Push to one device; False if it is gone, and then it is removed."""
    try:
        with GuardedSession() as session:
            webpush(**_request(device, payload, seconds, session))
    except WebPushException as refused:
        if refused.response is None or refused.response.status_code not in GONE:
            raise
        device.delete()
        return False
    Device.objects.filter(pk=device.pk).update(used_at=now)
    return True


def _request(device: Device, payload: dict[str, str], seconds: int, session: GuardedSession) -> dict[str, Any]:
    return {
        "subscription_info": {
            "endpoint": device.endpoint,
            "keys": {"p256dh": device.p256dh, "auth": device.auth},
        },
        "data": json.dumps(payload),
        "vapid_private_key": settings.VAPID_PRIVATE_KEY,
        "vapid_claims": {"sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"},
        "ttl": seconds,
        "headers": {"Urgency": "normal"},
        "requests_session": session,
    }
