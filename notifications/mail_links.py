"""Signed links in mails. Each lets its holder act in one decision and nothing else.

A new password ends them, and so does logging out everywhere.
"""

from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User
from notifications.kinds import spec_of
from notifications.models import Notice

LONGEST_NUMBER = 18
"""More digits fit no column."""


@dataclass(frozen=True)
class Meant:
    """The decision that a link opens."""

    user_id: int
    topic: str
    step: int


def _signer(user_id: int) -> Signer:
    """A signer of one user's links. They end when the user shuts others out, who may have read the mails."""
    log_outs, password = User.objects.filter(pk=user_id).values_list("log_outs", "password").first() or (0, None)
    return Signer(salt=f"mail.act:{log_outs}:{password}", sep="~")


def act_token(*, user_id: int, topic: str, step: int) -> str:
    """The token that lets a user act in one step of a topic. It is never logged or stored."""
    return str(_signer(user_id).sign(f"{user_id}.{step}.{topic}"))


def act_meant(token: str) -> Meant | None:
    """The decision that a token opens, or None if the site did not sign it."""
    claimed = token.partition(".")[0]
    if not (claimed.isascii() and claimed.isdecimal() and len(claimed) <= LONGEST_NUMBER):
        return None
    try:
        user_id, step, topic = _signer(int(claimed)).unsign(token).split(".", 2)
    except (BadSignature, ValueError):
        return None
    return Meant(int(user_id), topic, int(step))


def act_url(*, notice: Notice) -> str:
    """The full URL of the decision a notice is about, or an empty string for kinds without one."""
    opens = spec_of(notice.kind).opens
    if not opens:
        return ""
    token = act_token(user_id=notice.user_id, topic=notice.topic, step=notice.step)
    return f"{settings.SITE_URL}{reverse(opens, args=[token])}"
