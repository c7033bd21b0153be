"""The pages on which you choose a password, around those of allauth."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.views import PasswordChangeView, PasswordSetView
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.security import devices


class PasswordChange(PasswordChangeView):  # type: ignore[misc]
    """Choose another password."""

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Change the password. This browser stays known; all others become strangers."""
        reply: HttpResponse = super().form_valid(form)
        devices.remember(reply, self.request.user)
        return reply


class PasswordSet(PasswordSetView):  # type: ignore[misc]
    """Choose a first password, with the passkey that one logs in with so far."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Lead guests to keep their account, which includes a password."""
        if self.request.user.is_guest:
            return redirect("accounts:keep")
        reply: HttpResponse = super().dispatch(request, *args, **kwargs)
        return reply

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Set the password. This browser stays known; all others become strangers."""
        reply: HttpResponse = super().form_valid(form)
        devices.remember(reply, self.request.user)
        return reply


password_change = PasswordChange.as_view()
password_set = login_required(reauthentication_required(PasswordSet.as_view()))
