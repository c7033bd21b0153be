"""Signed tokens that let a mail be stopped without logging in."""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User
from notifications.models import Kind


def _signer() -> Signer:
    return Signer(salt="mail.stop")


def stop_token(*, user: User, kind: Kind) -> str:
    """The token that stands in every mail of this kind to this user; it does not run out."""
    return str(_signer().sign(f"{user.pk}.{kind.value}"))


def stop_url(*, user: User, kind: Kind) -> str:
    """The full address that stops these mails."""
    path = reverse("notifications:stop", args=[stop_token(user=user, kind=kind)])
    return f"{settings.SITE_URL}{path}"


def stop_meant(token: str) -> tuple[User, Kind] | None:
    """Whose mails of which kind a token stops; None for a token that this site did not make."""
    try:
        key, _, kind = _signer().unsign(token).partition(".")
    except BadSignature:
        return None
    user = User.objects.filter(pk=int(key)).first()
    return (user, Kind(kind)) if user is not None and kind in Kind.values else None
