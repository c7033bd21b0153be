"""Signed tokens that let a mail be stopped without logging in."""

from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User
from notifications.kinds import SORTS
from notifications.terms import Channel


@dataclass(frozen=True)
class Stop:
    """Whose mails a link stops: one kind of them, or without a kind the daily mail."""

    user: User
    kind: str
    channel: Channel


def _signer() -> Signer:
    return Signer(salt="mail.stop")


def stop_token(*, user: User, kind: str, channel: Channel) -> str:
    """The token that stands in every mail of this kind to this user; it does not run out."""
    return str(_signer().sign(f"{user.pk}.{kind}.{channel}"))


def stop_url(*, user: User, kind: str, channel: Channel) -> str:
    """The full address that stops these mails; empty for those that come always."""
    if kind and SORTS[kind].always:
        return ""
    path = reverse("notifications:stop", args=[stop_token(user=user, kind=kind, channel=channel)])
    return f"{settings.SITE_URL}{path}"


def stop_meant(token: str) -> Stop | None:
    """What a token stops; None for a token that this site did not make. Those of earlier mails name no channel."""
    try:
        key, kind, *channel = _signer().unsign(token).split(".")
    except (BadSignature, ValueError):
        return None
    user = User.objects.filter(pk=int(key)).first()
    if user is None or (kind and (kind not in SORTS or SORTS[kind].always)):
        return None
    return Stop(user, kind, Channel(channel[0]) if channel else Channel.MAIL)
