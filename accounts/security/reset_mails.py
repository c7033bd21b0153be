"""The mail with the link to choose a new password."""

from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.urls import reverse

from accounts.identity.selectors import mail_address
from accounts.models import User
from foundation.language import read_by


def send_reset_mail(*, user: User) -> None:
    """Mail a user the link, to the confirmed address if there is one. Raises if the mail server fails."""
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    link = settings.SITE_URL + reverse("account_reset_password_from_key", kwargs=key)
    context = {"user": user, "username": user.username, "password_reset_url": link, "SITE_NAME": settings.SITE_NAME}
    to = mail_address(user=user) or user.email
    with read_by(user):
        get_adapter().render_mail("account/email/password_reset_key", to, context).send()
