"""Whether a user wants to be told something by mail, and whether the site may."""

from accounts.models import Kind as UserKind
from accounts.models import User
from accounts.selectors import mail_address
from notifications.models import Kind

# The preference that each kind of notice asks.
PREFERENCE = {Kind.TURN: "mail_turn", Kind.REMINDER: "mail_reminder", Kind.OVER: "mail_over"}


def refusal(*, user: User, kind: Kind, confirmed: bool | None = None) -> str:
    """Why this user gets no mail of this kind, in a sentence; empty if nothing speaks against it.

    `confirmed` tells whether their address is, where the caller has looked for many users at once.
    """
    if user.kind != UserKind.PERSON:
        return f"A {UserKind(user.kind).label} gets no mail."
    if not user.is_active:
        return "The account is closed."
    if not getattr(user, PREFERENCE[kind]):
        return "The user has turned these mails off."
    if confirmed is None:
        confirmed = mail_address(user=user) is not None
    if not confirmed:
        return "The mail address is not confirmed."
    return ""


def turn_off(*, user: User, kind: Kind) -> None:
    """Send this user no more mails of this kind."""
    setattr(user, PREFERENCE[kind], False)
    user.save(update_fields=[PREFERENCE[kind]])
