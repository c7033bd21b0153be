"""Signals on the desk, and opening reports from them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.readers import reader
from foundation.errors import Refused
from moderation.selectors.signals import signals_for
from moderation.services.signals import report_signal
from moderation.views.common import desk_only


@require_safe
@desk_only
def signals(request: HttpRequest) -> HttpResponse:
    """What stands out about pairs of players."""
    return render(request, "moderation/signals.html", {"lines": signals_for(reader(request)), "tab": "signals"})


@require_POST
@desk_only
def open_report(request: HttpRequest, number: int) -> HttpResponse:
    """Open a report from a signal, for another moderator."""
    me = reader(request)
    signal = next((line.signal for line in signals_for(me) if line.signal.pk == number), None)
    if signal is None:
        raise Http404(gettext("There is no such signal."))
    try:
        report_signal(signal=signal, actor=me, now=timezone.now())
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, gettext("A report is open. Another moderator will look into it."))
    return redirect("moderation:signals")
