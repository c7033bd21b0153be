"""Views for an account's security: how and where the user is logged in."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.readers import reader
from accounts.security import devices, sessions
from accounts.security.second_factor import factors_of, must_have_second_factor
from accounts.security.ways_in import end_ways_in
from accounts.web.forms import EndForm


@login_required
@require_safe
def safety(request: HttpRequest) -> HttpResponse:
    """Show the second factors and log-ins."""
    user = reader(request)
    context = {
        "factors": factors_of(user),
        "must": must_have_second_factor(user),
        "log_ins": sessions.log_ins(user=user, this=request.session.session_key or ""),
        "end_form": EndForm(user),
    }
    return render(request, "account/safety.html", context)


@login_required
@require_POST
def end_log_in(request: HttpRequest, number: int) -> HttpResponse:
    """End one log-in."""
    if not sessions.end_log_in(user=reader(request), number=number):
        raise Http404
    if not request.session.exists(request.session.session_key or ""):
        # It was this one.
        logout(request)
        return redirect("account_login")
    messages.success(request, gettext("You are logged out there. If that was not you, choose a new password too."))
    return redirect("accounts:safety")


@login_required
@require_POST
def end_log_ins(request: HttpRequest) -> HttpResponse:
    """End all other log-ins, or this one too, and what else is ticked."""
    user, here_too = reader(request), request.POST.get("where") == "everywhere"
    form = EndForm(user, request.POST)
    with transaction.atomic():
        # First: requests that wait to open a way in then find that they came too late.
        ended = sessions.end_log_ins(user=user, besides="" if here_too else request.session.session_key or "")
        if form.is_valid():
            end_ways_in(user=user, slugs=form.cleaned_data["ways_in"], now=timezone.now())
    if here_too:
        logout(request)
        messages.success(request, gettext("You are logged out everywhere."))
        return redirect("account_login")
    messages.success(
        request,
        ngettext(
            "You are logged out at {count} other place.", "You are logged out at {count} other places.", ended
        ).format(count=ended),
    )
    reply = redirect("accounts:safety")
    devices.remember(reply, user)
    return reply
