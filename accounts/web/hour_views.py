"""Views for quiet hours and vacation."""

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.hours.vacations import give_back_vacation, take_vacation, today_of, vacation_left, vacation_spans
from accounts.identity.readers import reader
from accounts.identity.services import change_preferences
from accounts.values import hour_bounds
from accounts.web.hour_forms import QuietForm, SpanForm
from foundation.errors import Refused

HERE = "accounts:hours"


@login_required
@require_safe
def hours(request: HttpRequest) -> HttpResponse:
    """Show quiet hours and vacation with their forms."""
    return _page(request)


@require_POST
@login_required
def quiet(request: HttpRequest) -> HttpResponse:
    """Change the quiet hours."""
    form = QuietForm(request.POST)
    if not form.is_valid():
        return _page(request, quiet_form=form)
    change_preferences(user=reader(request), changes=form.cleaned_data)
    messages.success(request, gettext("Your quiet hours are kept. Open deadlines follow them."))
    return redirect(HERE)


@require_POST
@login_required
def vacation(request: HttpRequest) -> HttpResponse:
    """Take vacation days."""
    form = SpanForm(request.POST)
    if form.is_valid():
        span = form.cleaned_data
        try:
            days = take_vacation(user=reader(request), first=span["first"], last=span["last"], now=timezone.now())
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(
                request,
                ngettext(
                    "{count} day taken off. Open deadlines follow.",
                    "{count} days taken off. Open deadlines follow.",
                    days,
                ).format(count=days),
            )
            return redirect(HERE)
    return _page(request, span_form=form)


@require_POST
@login_required
def vacation_back(request: HttpRequest) -> HttpResponse:
    """Give back vacation days that have not begun."""
    form = SpanForm(request.POST)
    if form.is_valid():
        span = form.cleaned_data
        days = give_back_vacation(user=reader(request), first=span["first"], last=span["last"], now=timezone.now())
        messages.success(
            request,
            ngettext(
                "{count} day given back. Open deadlines follow.",
                "{count} days given back. Open deadlines follow.",
                days,
            ).format(count=days),
        )
    return redirect(HERE)


def _page(
    request: HttpRequest, *, quiet_form: BaseForm | None = None, span_form: BaseForm | None = None
) -> HttpResponse:
    me, now = reader(request), timezone.now()
    today = today_of(me, now)
    given = {"quiet_from": me.quiet_from, "quiet_until": me.quiet_until}
    page = {
        "quiet_form": quiet_form or QuietForm(initial=given),
        "span_form": span_form or SpanForm(),
        "now": now,
        "today": today,
        "spans": vacation_spans(user=me, since=date(today.year, 1, 1)),
        "left": [(year, vacation_left(user=me, year=year)) for year in (today.year, today.year + 1)],
        "habits": hour_bounds.HABITS,
    }
    return render(request, "account/hours.html", page, status=400 if quiet_form or span_form else 200)
