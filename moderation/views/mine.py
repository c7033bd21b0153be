"""A player's own page of moderators' actions and of their reports."""

from collections.abc import Mapping

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.readers import reader
from accounts.models import User
from foundation.errors import Forbidden, Refused
from matches.web.views.common import refusal
from moderation.forms import NameForm
from moderation.selectors.own_record import names_due, reports_by, sanctions_read_by
from moderation.services.sanctions import choose_new_name
from moderation.views.lines import report_lines, sanction_lines

NOT_DUE = gettext_lazy(
    "Nobody of this name has to choose another any more. Load the page again to see whose name is due."
)


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """Moderators' actions that concern the reader, and the outcomes of the reader's reports."""
    return _page(request)


@require_POST
@login_required
def name(request: HttpRequest) -> HttpResponse:
    """Choose a new name after one was taken away: the reader's own, or that of their bot account (`of`)."""
    me = reader(request)
    whose = _whose(me, request.POST.get("of") or me.username)
    if whose is None:
        return refusal(request, Forbidden("no_name_due", NOT_DUE))
    form = _name_form(whose, request)
    if form.is_valid():
        try:
            choose_new_name(user=whose, name=form.cleaned_data["username"], now=timezone.now())
        except Refused as refused:
            return refusal(request, refused)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, gettext("This is the name from now on."))
            return redirect("moderation:mine")
    return _page(request, {whose: form}, status=400)


def _whose(me: User, called: str) -> User | None:
    """The reader or one of their bot accounts, by the name in a form; None if the form is outdated."""
    return next((user for user in (*names_due(me), me) if user.username == called), None)


def _name_form(user: User, request: HttpRequest | None = None) -> NameForm:
    return NameForm(request.POST if request else None, auto_id=f"id_{user.pk}_%s")


def _page(request: HttpRequest, sent: Mapping[User, NameForm] | None = None, *, status: int = 200) -> HttpResponse:
    me = reader(request)
    page = {
        "names_due": [(user, (sent or {}).get(user) or _name_form(user)) for user in names_due(me)],
        "sanctions": sanction_lines(sanctions_read_by(me), timezone.now()),
        "reports": report_lines(reports_by(me)),
    }
    return render(request, "moderation/mine.html", page, status=status)
