"""A player's own page of what moderators did, and of their reports."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.services.errors import Refused
from games.views.common import reader, refusal
from moderation.forms import NameForm
from moderation.models import Sanction
from moderation.selectors.standing import reports_by, sanctions_in_force, sanctions_of
from moderation.services.sanctions import name_chosen


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """What moderators did that concerns the reader, and what became of the reader's reports."""
    return _page(request, NameForm())


@require_POST
@login_required
def name(request: HttpRequest) -> HttpResponse:
    """Choose another name in place of one that was taken away."""
    form = NameForm(request.POST)
    if form.is_valid():
        try:
            name_chosen(user=reader(request), name=form.cleaned_data["username"], now=timezone.now())
        except Refused as refused:
            return refusal(request, refused)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, "This is your name now.")
            return redirect("moderation:mine")
    return _page(request, form, status=400)


def _page(request: HttpRequest, form: NameForm, *, status: int = 200) -> HttpResponse:
    me = reader(request)
    binding = sanctions_in_force(me, timezone.now())
    page = {
        "form": form if binding.filter(kind=Sanction.Kind.NAME).exists() else None,
        "in_force": set(binding.values_list("pk", flat=True)),
        "sanctions": sanctions_of(me),
        "reports": reports_by(me),
    }
    return render(request, "moderation/mine.html", page, status=status)
