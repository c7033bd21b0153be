"""Changes to push devices, webhooks and feeds."""

import re
import secrets
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.security.suspension import is_suspended
from accounts.security.ways_in import lock_log_in
from notifications.models import Device, Feed, Webhook
from notifications.outgoing import NotAllowed, check_url, refusal_of
from notifications.policy import MOST_DEVICES

P256DH_BYTES = 65
AUTH_BYTES = 16
KEY = re.compile(r"[A-Za-z0-9_-]+={0,2}")
BAD_KEYS = gettext_lazy("This browser's keys cannot be read. Load the page again, then switch notices on.")


def _is_key(text: str, length: int) -> bool:
    """True if the text is base64url for `length` bytes. The decoder alone would ignore invalid characters."""
    return KEY.fullmatch(text) is not None and len(text.rstrip("=")) == -(-length * 4 // 3)


def add_device(*, user: User, name: str, endpoint: str, p256dh: str, auth: str, now: datetime) -> Device:
    """Register a browser for push notices. Above five, the oldest is removed. Raises `ValidationError`."""
    if not _is_key(p256dh, P256DH_BYTES) or not _is_key(auth, AUTH_BYTES) or len(endpoint) > 700:
        raise ValidationError(BAD_KEYS, code="device_keys")
    try:
        check_url(endpoint)
    except NotAllowed as refused:
        raise refusal_of(refused, "device_endpoint") from refused
    columns = {"user": user, "name": name[:60], "p256dh": p256dh, "auth": auth, "made_at": now}
    with lock_log_in(user):
        device, _ = Device.objects.update_or_create(endpoint=endpoint, defaults=columns)
        kept = Device.objects.filter(user=user).order_by("-made_at", "-pk").values_list("pk", flat=True)[:MOST_DEVICES]
        Device.objects.filter(user=user).exclude(pk__in=list(kept)).delete()
    return device


def remove_device(*, user: User, device_id: int) -> None:
    """Remove a browser."""
    Device.objects.filter(user=user, pk=device_id).delete()


def set_webhook(*, user: User, form: str, url: str, now: datetime, topic: str = "") -> Webhook:
    """Set the user's webhook, for all notices or those of one topic. Raises `ValidationError`."""
    try:
        check_url(url)
    except NotAllowed as refused:
        raise refusal_of(refused, "webhook_url") from refused
    columns = {"form": form, "url": url, "broken": False, "last_result": "", "last_at": None}
    made = columns | {"key": secrets.token_urlsafe(32), "made_at": now}
    with lock_log_in(user):
        webhook, _ = Webhook.objects.update_or_create(user=user, topic=topic, defaults=columns, create_defaults=made)
    return webhook


def remove_webhook(*, user: User, topic: str = "") -> None:
    """Remove the user's webhook, for all notices or of one topic."""
    Webhook.objects.filter(user=user, topic=topic).delete()


def _key_hash(token: str) -> str:
    return salted_hmac("notices.feed", token, algorithm="sha256").hexdigest()


def renew_feed(*, user: User, now: datetime) -> str:
    """Replace the secret address of a user's feeds. Return the new token, which is not stored."""
    token = secrets.token_urlsafe(24)
    with lock_log_in(user):
        Feed.objects.update_or_create(user=user, defaults={"key_hash": _key_hash(token), "made_at": now})
    return token


def close_feed(*, user: User) -> None:
    """Close a user's feeds."""
    Feed.objects.filter(user=user).delete()


def feed_reader(token: str, *, now: datetime) -> User | None:
    """The user whose feeds a token opens, or None: also while they are suspended, as their pages are closed too."""
    feed = Feed.objects.select_related("user").filter(key_hash=_key_hash(token), user__is_active=True).first()
    return feed.user if feed and not is_suspended(feed.user, now) else None
