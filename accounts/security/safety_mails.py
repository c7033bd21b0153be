"""Mails that tell the owner of an account about security changes and attempts."""

import logging
from dataclasses import dataclass
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from accounts.identity.selectors import mail_address
from accounts.models import User
from foundation.language import Words as Text
from foundation.language import read_by

log = logging.getLogger(__name__)
IF_NOT_YOU = _("If it was not you, choose a new password and log out the devices that you do not know.")


@dataclass(frozen=True)
class Words:
    """The texts of such a mail."""

    head: Text
    says: Text
    other: Text = IF_NOT_YOU


CHANGES = {
    "password_changed": Words(_("Your password was changed"), _("Your password was changed just now.")),
    "password_set": Words(_("Your account has a password"), _("A password was chosen for your account just now.")),
    "password_reset": Words(_("Your password was changed"), _("Your password was changed with a link from a mail.")),
    "email_changed": Words(_("Your mail address was changed"), _("We now write to another address.")),
    "email_confirm": Words(_("Your mail address is confirmed"), _("We now write to this address.")),
    "email_deleted": Words(_("A mail address was removed"), _("That address is no longer part of your account.")),
    "totp_activated": Words(_("A second factor was added"), _("When you log in, you now enter a code from your app.")),
    "totp_deactivated": Words(
        _("A second factor was removed"), _("You are no longer asked for a code when you log in.")
    ),
    "webauthn_added": Words(_("A passkey was added"), _("You can now log in with a new passkey or security key.")),
    "webauthn_removed": Words(
        _("A passkey was removed"),
        _("A passkey or security key can no longer open your account."),
    ),
    "recovery_codes_generated": Words(_("There are new recovery codes"), _("The old codes no longer work.")),
    "factors_forgotten": Words(
        _("Your second factor was removed"),
        _("The site’s operator removed it and logged you out everywhere."),
    ),
    "erasure_asked": Words(
        _("Your account will be erased"),
        _("The site’s operator was asked to erase your account, which happens in a week."),
        _("If you want to keep it, log in, open “Your data” and keep your account."),
    ),
    "new_device": Words(_("A log-in from a new device"), _("Someone logged in to your account from a new device.")),
    "locked": Words(
        _("Someone tried to guess your password"),
        _(
            "There were too many wrong passwords for your account. For a while, nobody can log in from where they "
            "came. Browsers in which you have logged in before still work."
        ),
        _("If it was you, wait or choose a new password. If not, add a second factor, so that a guess is not enough."),
    ),
}


def send_safety_mail(*, user: User, change: str, address: str | None = None, more: str = "") -> bool:
    """Mail the owner; `more` is a sentence of details. Return False if there is no address or the mail server fails."""
    try:
        return send_safety_mail_or_raise(user=user, change=change, address=address, more=more)
    except (OSError, SMTPException):
        log.exception("Could not send the mail %s.", change)
        return False


def send_safety_mail_or_raise(*, user: User, change: str, address: str | None = None, more: str = "") -> bool:
    """Mail the owner. Return False if there is no address. Raises if the mail server fails."""
    to = address or mail_address(user=user)
    if to is None:
        return False
    words = CHANGES[change]
    context = {"user": user, "words": words, "more": more}
    context |= {"SITE_NAME": settings.SITE_NAME, "SITE_URL": settings.SITE_URL}
    with read_by(user):
        text = render_to_string("account/email/safety_message.txt", context).strip()
        mail = EmailMultiAlternatives(str(words.head), text, settings.DEFAULT_FROM_EMAIL, [to])
        mail.attach_alternative(render_to_string("account/email/safety_message.html", context), "text/html")
    return bool(mail.send())
