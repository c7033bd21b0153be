"""The site's rules for names, guests and addresses in allauth."""

import logging
from contextlib import nullcontext
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import consume, respond_429
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.former_names import is_former
from accounts.identity.selectors import user_of_login
from accounts.models import NAME_ALIKE, NAME_TAKEN, User
from accounts.queue import enqueue_lock_mail
from accounts.security import devices
from accounts.security.client_address import address_of, visitor_of
from accounts.security.guesses import count_guess, count_log_in
from accounts.security.safety_mails import send_safety_mail
from accounts.security.sessions import device_words
from accounts.values.lookalikes import look_of
from accounts.values.names import name_key, name_normal, validate_name, validate_name_of_person
from accounts.values.zones import zone_names
from accounts.web.middleware import ZONE_COOKIE
from foundation.language import language_to_keep, read_by

log = logging.getLogger(__name__)
MISMATCH = gettext_lazy(
    "Name or password is not right. Try again; after five tries, wait five minutes or ask for a new password."
)
MAIL_NOT_SENT = gettext_lazy("The mail could not be sent just now. Ask for it again in a few minutes.")


def _on_site(url: str) -> str:
    return f"{settings.SITE_URL}{urlsplit(url)._replace(scheme='', netloc='').geturl()}"


def _meant(credentials: dict[str, Any]) -> tuple[str, User | None]:
    """What tries are counted by, however a name or address is written, and the account itself if there is one."""
    typed = credentials.get("email") or credentials.get("username") or ""
    owner = user_of_login(typed)
    return f"typed-{name_key(typed)}" if owner is None else f"user-{owner.pk}", owner


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The site's rules for accounts."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": gettext_lazy("This account is closed. Write to the operator of the site to open it."),
        "duplicate_email": gettext_lazy("This address is yours already. Give another."),
        "email_password_mismatch": MISMATCH,
        "username_password_mismatch": MISMATCH,
        "incorrect_password": gettext_lazy(
            "The password is not right. Try again; after five tries, wait five minutes."
        ),
        "enter_current_password": gettext_lazy("The current password is not right. Try again."),
        "max_email_addresses": gettext_lazy("There can be %d addresses at most. Remove one first."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it will be stored. Raises `ValidationError`."""
        name = name_normal(username.strip())
        validate_name(name)
        if not shallow:
            validate_name_of_person(name)
            if User.objects.filter(name_key=name_key(name)).exists() or is_former(name):
                raise ValidationError(NAME_TAKEN, code="name_taken")
            if User.objects.filter(name_look=look_of(name)).exists():
                raise ValidationError(NAME_ALIKE, code="name_alike")
        return name

    def clean_email(self, email: str) -> str:
        """The address. Guests are redirected to keep their account first."""
        if getattr(self.request.user, "is_guest", False) and self.request.path == reverse("account_email"):
            raise ImmediateHttpResponse(HttpResponseRedirect(reverse("accounts:keep")))
        return email

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """The last address stays: without any, nobody would see that none was ever confirmed."""
        others = EmailAddress.objects.filter(user=email_address.user).exclude(pk=email_address.pk)
        return bool(super().can_delete_email(email_address) and others.exists())

    def get_client_ip(self, request: HttpRequest) -> str:
        """The visitor's address, from the one place that decides it."""
        if not (address := visitor_of(request)):
            raise PermissionDenied(gettext("The visitor's address is unknown."))
        return address

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Redirect users who are logged in: guests to keep their account, persons to their profile."""
        if request.user.is_authenticated:
            page = "accounts:keep" if getattr(request.user, "is_guest", False) else "accounts:profile"
            raise ImmediateHttpResponse(HttpResponseRedirect(reverse(page)))
        return True

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Save a new person with the browser's zone and language."""
        zone = request.COOKIES.get(ZONE_COOKIE, "")
        user.time_zone = zone if zone in zone_names() else "UTC"
        user.language = language_to_keep()
        user.consented_at = timezone.now() if form.cleaned_data.get("consent") else None
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def login(self, request: HttpRequest, user: User) -> None:
        """Log in. Tell the owner about a new device, unless it is the first log-in ever."""
        is_new = user.last_login is not None and not devices.is_known(request, user)
        super().login(request, user)
        if is_new:
            with read_by(user):
                where = gettext("It was {device}, at the address {address}.").format(
                    device=device_words(request.headers.get("User-Agent", "")),
                    address=address_of(request) or gettext("unknown"),
                )
            send_safety_mail(user=user, change="new_device", more=where)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Remember the browser, once all steps of the log-in are done."""
        reply: HttpResponse = super().post_login(request, user, **kwargs)
        devices.remember(reply, user)
        return reply

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt; allauth takes it back if it succeeds.

        Above the limit, the reply and its cost are those of a wrong password.
        """
        account, owner = _meant(credentials)
        if not count_log_in(request, owner):
            raise ImmediateHttpResponse(respond_429(request))
        self._login_failed_rl_usage = count_guess(request, f"password {account}", owner)
        if self._login_failed_rl_usage is None:
            User().set_password(credentials["password"])
            raise self.validation_error("username_password_mismatch")

    def reauthenticate(self, user: User, password: str) -> bool:
        """True if the password is right. One try too many counts as wrong."""
        try:
            return bool(super().reauthenticate(user, password))
        except ValidationError:
            return False

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Tell the owner of an account at which many passwords are tried. Where there is none, do the same work."""
        account, owner = _meant(credentials)
        if not consume(request, action="login_mailed", key=account):
            enqueue_lock_mail(user_id=owner.pk if owner else 0)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Mail the owner about a security change, in the site's words."""
        if not send_safety_mail(user=user, change=template_prefix.rpartition("/")[2], address=email):
            log.info("Could not notify the owner about %s.", template_prefix)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Mail the owner of an address in their own language, which the one who typed it need not read."""
        owner = user_of_login(email)
        with read_by(owner) if owner else nullcontext():
            super().send_account_already_exists_mail(email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail whose links lead to `SITE_URL`. If the mail server fails, say so on the page.

        allauth makes links of the host and port that a request names, which the sender of the request may choose.
        """
        links = {name: _on_site(value) for name, value in context.items() if name.endswith("_url")}
        try:
            super().send_mail(template_prefix, email, context | links | {"SITE_URL": settings.SITE_URL})
        except (OSError, SMTPException):
            log.exception("Could not send the mail %s.", template_prefix)
            messages.error(self.request, MAIL_NOT_SENT)
