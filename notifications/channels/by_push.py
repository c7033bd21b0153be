"""Delivery by web push (RFC 8030), encrypted for each of a user's browsers and signed with the VAPID key."""

import json
import logging
from datetime import datetime
from email.utils import parseaddr
from http import HTTPStatus
from time import monotonic

from django.conf import settings
from django.utils.translation import gettext_noop

from notifications.channels import GivenUp
from notifications.channels.subjects import deadline_of, subject_of
from notifications.models import Device, Notice
from notifications.outgoing import SECONDS_IN_ALL, GuardedSession

log = logging.getLogger(__name__)
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
LONGEST_WAIT = 24 * 60 * 60
"""Seconds that a push service keeps a message it cannot deliver at once."""
NO_DEVICE = gettext_noop("No browser takes pushed notices any more.")


def payload_of(notice: Notice) -> dict[str, str]:
    """The payload for a browser: a title, a path and a tag that replaces earlier notices. It holds no secret."""
    return {
        "title": subject_of(notice),
        "path": str(notice.context.get("path", "/")),
        "tag": notice.topic,
    }


def send_push(notice: Notice, now: datetime) -> str:
    """Push to every device of the user, and delete the ones that are gone. Raises `GivenUp`."""
    deadline = deadline_of(notice.context)
    left = LONGEST_WAIT if deadline is None else int((deadline - now).total_seconds())
    reached, failure, began = 0, None, monotonic()
    for device in Device.objects.filter(user=notice.user):
        if monotonic() - began > SECONDS_IN_ALL:
            # The worker would be ended before it has noted how slow they are.
            break
        try:
            reached += _push(device, payload_of(notice), max(0, min(left, LONGEST_WAIT)), now)
        except Exception as error:  # noqa: BLE001 - one device must not block the others
            log.info("Could not reach device %s: %s", device.pk, type(error).__name__)
            failure = error
    if reached:
        return ""
    if failure is not None:
        raise failure
    raise GivenUp(NO_DEVICE)


def _push(device: Device, payload: dict[str, str], seconds: int, now: datetime) -> bool:
    """Push to one device. If it is gone, delete it and return False."""
    # It loads an HTTP client of its own, which takes a tenth of the start of every process, and few ever push.
    from pywebpush import WebPushException, webpush

    try:
        with GuardedSession() as session:
            webpush(
                subscription_info={
                    "endpoint": device.endpoint,
                    "keys": {"p256dh": device.p256dh, "auth": device.auth},
                },
                data=json.dumps(payload),
                vapid_private_key=settings.VAPID_PRIVATE_KEY,
                vapid_claims={"sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"},
                ttl=seconds,
                headers={"Urgency": "normal"},
                requests_session=session,
            )
    except WebPushException as refused:
        if refused.response is None or refused.response.status_code not in GONE:
            raise
        device.delete()
        return False
    Device.objects.filter(pk=device.pk).update(used_at=now)
    return True
