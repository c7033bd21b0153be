"""The pages of programs and tokens, below one's own profile."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import rate_limited
from accounts.models import Program, Token, User
from accounts.names import name_key
from accounts.program_forms import AboutForm, ProgramForm, TokenForm
from accounts.programs import program_change, program_close, program_make
from accounts.tokens import token_make, token_revoke

READ_AND_WRITE = ["GET", "HEAD", "POST"]


def _me(request: HttpRequest) -> User:
    """The person who is logged in; guests and programs have no programs and tokens to make."""
    user = cast(User, request.user)
    if not user.is_person:
        raise Http404
    return user


@login_required
@require_http_methods(READ_AND_WRITE)
@rate_limited("program")
def programs(request: HttpRequest) -> HttpResponse:
    """My programs, and making one; a guest first has to keep the account."""
    if cast(User, request.user).is_guest:
        return redirect(f"{reverse('accounts:keep')}?next={request.path}")
    me = _me(request)
    form = ProgramForm(request.POST or None)
    if form.is_valid():
        try:
            program = program_make(
                owner=me, name=form.cleaned_data.pop("username"), now=timezone.now(), **form.cleaned_data
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect("accounts:program", program.user.username)
    mine = me.programs.filter(user__is_active=True).select_related("user").order_by("user__username")
    return render(request, "account/programs.html", {"form": form, "programs": mine})


def _mine(request: HttpRequest, name: str) -> Program:
    """My program of this name, or 404."""
    found = _me(request).programs.select_related("user").filter(user__name_key=name_key(name), user__is_active=True)
    program = found.first()
    if program is None:
        raise Http404
    return program


@login_required
@require_http_methods(READ_AND_WRITE)
def program(request: HttpRequest, name: str) -> HttpResponse:
    """One of my programs: what others read about it, and its tokens."""
    shown = _mine(request, name)
    form = AboutForm(request.POST or None, initial={"about": shown.about, "link": shown.link})
    if form.is_valid():
        program_change(program=shown, **form.cleaned_data)
        messages.success(request, "What others read is changed.")
        return redirect("accounts:program", shown.user.username)
    context = {"program": shown, "form": form, **_tokens(shown.user, reverse("accounts:program_token", args=[name]))}
    return render(request, "account/program.html", context)


@login_required
@require_POST
def close(request: HttpRequest, name: str) -> HttpResponse:
    """Close one of my programs for good."""
    program_close(program=_mine(request, name), now=timezone.now())
    messages.success(request, f"{name} is closed. Its tokens open nothing any more.")
    return redirect("accounts:programs")


@login_required
@require_http_methods(["GET", "HEAD"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Tokens that act for me."""
    return render(request, "account/tokens.html", _tokens(_me(request), reverse("accounts:token")))


@never_cache
@login_required
@require_POST
@rate_limited("token")
def token(request: HttpRequest) -> HttpResponse:
    """Make a token that acts for me, and show it this once."""
    return _make(request, _me(request), "account/tokens.html", reverse("accounts:token"))


@never_cache
@login_required
@require_POST
@rate_limited("token")
def program_token(request: HttpRequest, name: str) -> HttpResponse:
    """Make a token of one of my programs, and show it this once."""
    shown = _mine(request, name)
    initial = {"about": shown.about, "link": shown.link}
    more = {"program": shown, "form": AboutForm(initial=initial)}
    return _make(request, shown.user, "account/program.html", request.path, more)


def _make(
    request: HttpRequest, user: User, template: str, action: str, more: dict[str, object] | None = None
) -> HttpResponse:
    form = TokenForm(request.POST)
    if form.is_valid():
        try:
            made, text = token_make(user=user, now=timezone.now(), **form.cleaned_data)
            return render(request, "account/token.html", {"token": made, "text": text, "of": user})
        except ValidationError as error:
            form.add_error(None, error)
    return render(request, template, {**(more or {}), **_tokens(user, action, form)}, status=400)


def _tokens(user: User, action: str, form: Form | None = None) -> dict[str, object]:
    """What the list of someone's tokens shows."""
    held = user.tokens.filter(revoked_at=None)
    return {"tokens": held, "token_form": form or TokenForm(), "action": action, "now": timezone.now()}


@login_required
@require_POST
def revoke(request: HttpRequest, number: int) -> HttpResponse:
    """Revoke a token of mine or of a program of mine."""
    me = _me(request)
    found = Token.objects.filter(pk=number).select_related("user").first()
    owner = None if found is None else getattr(getattr(found.user, "program", None), "owner", found.user)
    if found is None or owner != me:
        raise Http404
    token_revoke(token=found, now=timezone.now())
    messages.success(request, f"The token {found.name} opens nothing any more.")
    return redirect("accounts:tokens") if found.user == me else redirect("accounts:program", found.user.username)
