"""Signed links in mails: whoever has one may act in one decision, and in nothing else."""

from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from notifications.kinds import sort_of
from notifications.models import Notice


@dataclass(frozen=True)
class Meant:
    """The decision that a link opens."""

    user_id: int
    topic: str
    step: int


def _signer() -> Signer:
    return Signer(salt="mail.act", sep="~")


def act_token(*, user_id: int, topic: str, step: int) -> str:
    """The token that lets a user act in one step of a topic. It is in no log and in no row of the database."""
    return str(_signer().sign(f"{user_id}.{step}.{topic}"))


def act_meant(token: str) -> Meant | None:
    """What a token opens; None for one that this site did not make."""
    try:
        user_id, step, topic = _signer().unsign(token).split(".", 2)
    except (BadSignature, ValueError):
        return None
    return Meant(int(user_id), topic, int(step))


def act_url(*, notice: Notice) -> str:
    """The full address that opens the decision a notice is about; empty for kinds that open none."""
    opens = sort_of(notice.kind).opens
    if not opens:
        return ""
    token = act_token(user_id=notice.user_id, topic=notice.topic, step=notice.step)
    return f"{settings.SITE_URL}{reverse(opens, args=[token])}"
