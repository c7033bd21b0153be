"""Signed tokens to unsubscribe from a mail without logging in."""

from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User
from notifications.enums import Channel
from notifications.kinds import NOTICE_SPECS


@dataclass(frozen=True)
class Stop:
    """The mails that a link stops: one kind, or the daily mail if the kind is empty."""

    user: User
    kind: str
    channel: Channel


def _signer() -> Signer:
    return Signer(salt="mail.stop")


def stop_token(*, user: User, kind: str, channel: Channel) -> str:
    """The token in every mail of this kind to this user. It does not expire."""
    return str(_signer().sign(f"{user.pk}.{kind}.{channel}"))


def stop_url(*, user: User, kind: str, channel: Channel) -> str:
    """The full URL that stops these mails, or an empty string for kinds that are always sent."""
    if kind and NOTICE_SPECS[kind].always:
        return ""
    path = reverse("notifications:stop", args=[stop_token(user=user, kind=kind, channel=channel)])
    return f"{settings.SITE_URL}{path}"


def stop_meant(token: str) -> Stop | None:
    """The mails that a token stops, or None if the site did not sign it, or the account is closed or erased.

    Older tokens contain no channel.
    """
    try:
        key, kind, *channel = _signer().unsign(token).split(".")
    except (BadSignature, ValueError):
        return None
    user = User.objects.filter(pk=int(key), is_active=True).first()
    if user is None or (kind and (kind not in NOTICE_SPECS or NOTICE_SPECS[kind].always)):
        return None
    return Stop(user, kind, Channel(channel[0]) if channel else Channel.MAIL)
