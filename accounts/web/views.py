"""Views for users: guests, profiles and public pages."""

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity.readers import reader
from accounts.identity.selectors import address_is_of_another, mail_address, user_or_404
from accounts.identity.services import change_preferences, create_guest, keep_guest
from accounts.identity.welcome import safe_next, welcome
from accounts.models import Block, User
from accounts.security import devices
from accounts.security.limits import rate_limited
from accounts.web.forms import GuestForm, KeepForm, PreferencesForm
from accounts.web.languages import forget_language, language_of_browser, remember_language
from accounts.web.middleware import ZONE_COOKIE
from foundation.language import language_to_keep

KEPT = gettext_lazy("The account is yours to keep. Open the mail we have sent to {address} to confirm the address.")


@require_POST
@rate_limited("guest")
def guest(request: HttpRequest) -> HttpResponse:
    """Let a visitor play at once as a guest. Users who are logged in just go on.

    If the operator has set a text to agree to, a page asks for that first.
    """
    user, choice = request.user, request.POST.get("choice", "")
    if not isinstance(user, User):
        form = GuestForm(request.POST if "asked" in request.POST or not settings.CONSENT else None)
        if not form.is_valid():
            return render(request, "account/guest.html", {"form": form, "next": safe_next(request), "choice": choice})
        user = create_guest(
            zone=request.COOKIES.get(ZONE_COOKIE, ""),
            language=language_to_keep(),
            consented="consent" in form.cleaned_data,
            now=timezone.now(),
        )
        login(request, user)
    return redirect(safe_next(request) or welcome(user, choice))


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limited("signup")
def keep(request: HttpRequest) -> HttpResponse:
    """Let a guest become a person and keep everything."""
    user = request.user
    if not isinstance(user, User):
        return redirect("account_signup")
    if not user.is_guest:
        return redirect("accounts:profile")
    form = KeepForm(request.POST or None)
    if form.is_valid():
        try:
            return _keep(request, user, form)
        except User.DoesNotExist:
            # The form was sent twice, and the other one came first.
            return redirect("accounts:profile")
        except ValidationError as error:
            form.add_error(None, error)
    return render(request, "account/keep.html", {"form": form, "next": safe_next(request)})


def _keep(request: HttpRequest, user: User, form: KeepForm) -> HttpResponse:
    given = form.cleaned_data
    person = keep_guest(
        user=user,
        name=given["username"],
        address=given["email"],
        password=given["password"],
        consented_at=timezone.now() if given.get("consent") else None,
    )
    update_session_auth_hash(request, person)
    _ask_to_confirm(request, person)
    messages.success(request, KEPT.format(address=person.email))
    reply = redirect(safe_next(request) or "accounts:profile")
    devices.remember(reply, person)
    return reply


def _ask_to_confirm(request: HttpRequest, person: User) -> None:
    """Send the confirmation mail. If the address belongs to another user, tell only its owner, not the page.

    However many accounts name the address, only so many mails go there, as when people sign up.
    """
    if not consume(request, action="confirm_email", key=person.email):
        return
    if address_is_of_another(user=person, address=person.email):
        get_adapter().send_account_already_exists_mail(person.email)
    else:
        EmailAddress.objects.get(user=person, email=person.email).send_confirmation(request, signup=True)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change your preferences."""
    user = reader(request)
    zone = request.COOKIES.get(ZONE_COOKIE, "")
    form = PreferencesForm(request.POST or None, instance=user, browser_zone=zone)
    if form.is_valid():
        change_preferences(user=user, changes=form.cleaned_data)
        with translation.override(user.language or language_of_browser(request)):
            messages.success(request, gettext("Your preferences are kept."))
        reply = redirect("accounts:profile")
        if user.language:
            remember_language(reply, user.language)
        else:
            forget_language(reply)
        return reply
    context = {"form": form, "address": mail_address(user=user), "now": timezone.now()}
    return render(request, "account/profile.html", context)


@require_http_methods(["GET", "HEAD"])
def public(request: HttpRequest, name: str) -> HttpResponse:
    """Show a user's public page."""
    reader = request.user
    blocks = Block.objects.filter(by=reader.pk, other=OuterRef("pk"))
    users = User.objects.select_related("bot_account__owner").annotate(is_blocked=Exists(blocks))
    shown = user_or_404(name=name, among=users)
    may_block = isinstance(reader, User) and reader != shown and not shown.is_house
    blocked = may_block and getattr(shown, "is_blocked", False)
    return render(request, "account/public.html", {"shown": shown, "may_block": may_block, "blocked": blocked})
