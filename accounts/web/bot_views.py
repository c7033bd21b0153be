"""Views for bot accounts and tokens, below the user's own profile."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity.bot_accounts import change_bot_account, close_bot_account, create_bot_account
from accounts.identity.readers import reader
from accounts.models import BotAccount, Token, User
from accounts.security.limits import rate_limited
from accounts.security.recent import check_recent_password
from accounts.security.tokens import create_token, revoke_token
from accounts.security.ways_in import lock_log_in
from accounts.values.names import name_key
from accounts.web.bot_forms import AboutForm, BotAccountForm, TokenForm

READ_AND_WRITE = ["GET", "HEAD", "POST"]


def _owner(request: HttpRequest) -> User:
    """The logged-in person. Raises 404 for guests and bot accounts, which cannot own any."""
    user = reader(request)
    if not user.is_person:
        raise Http404
    return user


@login_required
@require_http_methods(READ_AND_WRITE)
@rate_limited("bot_account")
def bots(request: HttpRequest) -> HttpResponse:
    """List my bot accounts, or create one. Guests must keep their account first."""
    if reader(request).is_guest:
        return redirect(f"{reverse('accounts:keep')}?next={request.path}")
    me = _owner(request)
    form = BotAccountForm(request.POST or None)
    if form.is_valid():
        try:
            bot_account = create_bot_account(
                owner=me, name=form.cleaned_data.pop("username"), now=timezone.now(), **form.cleaned_data
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect("accounts:bot", bot_account.user.username)
    mine = me.bots.filter(user__is_active=True).select_related("user").order_by("user__username")
    return render(request, "account/bots.html", {"form": form, "bots": mine})


def _mine(request: HttpRequest, name: str) -> BotAccount:
    """My bot account with this name, or 404."""
    found = _owner(request).bots.select_related("user").filter(user__name_key=name_key(name), user__is_active=True)
    bot_account = found.first()
    if bot_account is None:
        raise Http404
    return bot_account


@login_required
@require_http_methods(READ_AND_WRITE)
def bot_account(request: HttpRequest, name: str) -> HttpResponse:
    """Show one of my bot accounts: its public description and its tokens."""
    shown = _mine(request, name)
    form = AboutForm(request.POST or None, initial={"about": shown.about, "link": shown.link})
    if form.is_valid():
        change_bot_account(bot_account=shown, **form.cleaned_data)
        messages.success(request, gettext("The description is changed."))
        return redirect("accounts:bot", shown.user.username)
    context = {"bot_account": shown, "form": form, **_tokens(shown.user, reverse("accounts:bot_token", args=[name]))}
    return render(request, "account/bot.html", context)


@login_required
@require_POST
def close(request: HttpRequest, name: str) -> HttpResponse:
    """Close one of my bot accounts for good."""
    shown = _mine(request, name)
    check_recent_password(request)
    close_bot_account(bot_account=shown, now=timezone.now())
    messages.success(request, gettext("{name} is closed. Its tokens no longer work.").format(name=name))
    return redirect("accounts:bots")


@login_required
@require_http_methods(["GET", "HEAD"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Show the tokens that act for me."""
    return render(request, "account/tokens.html", _tokens(_owner(request), reverse("accounts:token")))


@never_cache
@login_required
@require_POST
@reauthentication_required
@rate_limited("token")
def token(request: HttpRequest) -> HttpResponse:
    """Create a token that acts for me, and show it once."""
    return _make(request, _owner(request), "account/tokens.html", reverse("accounts:token"))


@never_cache
@login_required
@require_POST
@reauthentication_required
@rate_limited("token")
def bot_token(request: HttpRequest, name: str) -> HttpResponse:
    """Create a token for one of my bot accounts, and show it once."""
    shown = _mine(request, name)
    initial = {"about": shown.about, "link": shown.link}
    more = {"bot_account": shown, "form": AboutForm(initial=initial)}
    return _make(request, shown.user, "account/bot.html", request.path, more)


def _make(
    request: HttpRequest, user: User, template: str, action: str, more: dict[str, object] | None = None
) -> HttpResponse:
    form = TokenForm(request.POST)
    if form.is_valid():
        try:
            with lock_log_in(_owner(request)):
                made, text = create_token(user=user, now=timezone.now(), **form.cleaned_data)
            return render(request, "account/token.html", {"token": made, "text": text, "of": user})
        except ValidationError as error:
            form.add_error(None, error)
    return render(request, template, {**(more or {}), **_tokens(user, action, form)}, status=400)


def _tokens(user: User, action: str, form: Form | None = None) -> dict[str, object]:
    """The template context for a list of tokens."""
    held = user.tokens.filter(revoked_at=None)
    return {"tokens": held, "token_form": form or TokenForm(), "action": action, "now": timezone.now()}


@login_required
@require_POST
def revoke(request: HttpRequest, number: int) -> HttpResponse:
    """Revoke a token of mine or of one of my bot accounts."""
    me = _owner(request)
    found = Token.objects.filter(pk=number).select_related("user").first()
    owner = None if found is None else getattr(getattr(found.user, "bot_account", None), "owner", found.user)
    if found is None or owner != me:
        raise Http404
    revoke_token(token=found, now=timezone.now())
    messages.success(request, gettext("The token {name} no longer works.").format(name=found.name))
    return redirect("accounts:tokens") if found.user == me else redirect("accounts:bot", found.user.username)
