"""The queue of reports, and one report: claiming, handing over, settling."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.readers import reader
from accounts.models import User
from foundation.errors import Refused
from moderation.forms import CloseForm, HandOverForm
from moderation.models import Report, SavedAnswer
from moderation.selectors.audit import RowLine, row_lines
from moderation.selectors.desk import (
    QUEUES,
    audit_for,
    left_to_seniors,
    moderators,
    queue,
    report_words,
    reports_beside,
    reports_for,
)
from moderation.selectors.names import subject_hidden
from moderation.selectors.seals import seal_lines
from moderation.services.acting import interest_of
from moderation.services.reports import about, claim_report, close_report, hand_over_report
from moderation.services.seals import PERMISSION as BREAKS
from moderation.views.buttons import buttons
from moderation.views.common import DeskReader, desk_only, desk_reader
from moderation.views.said import said_around

A_PAGE = 30
BESIDE = 10
"""How many other reports about the same are shown."""


@require_safe
@desk_only
def reports(request: HttpRequest) -> HttpResponse:
    """The reports in a queue."""
    which = request.GET.get("show", "open")
    if which not in QUEUES:
        raise Http404(gettext("There is no such queue."))
    me, mine = desk_reader(request)
    page = Paginator(queue(me, mine, which), A_PAGE).get_page(request.GET.get("page"))
    lines = [(report, report_words(report)) for report in page.object_list]
    seals = seal_lines(me, mine, may=me.has_perm(BREAKS), now=timezone.now())
    waiting = [line for line in seals if line.waits_for_reader]
    shown = {"page": page, "lines": lines, "which": which, "seals": waiting, "tab": "queue"}
    return render(request, "moderation/queue.html", shown)


@require_safe
@desk_only
def report(request: HttpRequest, number: int) -> HttpResponse:
    """One report, with its possible actions."""
    me = desk_reader(request)
    return _page(request, me, _report(me, number))


def _report(reader: DeskReader, number: int) -> Report:
    """A report that the reader may read. Raises `Http404`."""
    return get_object_or_404(reports_for(reader.accounts), pk=number)


def _page(
    request: HttpRequest, reader: DeskReader, found: Report, *, form: CloseForm | None = None, status: int = 200
) -> HttpResponse:
    (me, mine), match = reader, found.match
    target = about(found)
    interest = interest_of(mine, target)
    # Where names are hidden, leaving out a moderator would reveal that they play there.
    others = [] if subject_hidden(match) else [user for user in moderators(now=timezone.now()) if user.pk != me.pk]
    words = report_words(found)
    rows = row_lines(audit_for(mine).filter(report=found))
    for_seniors = left_to_seniors(me, target.subject)
    page = {
        "report": found,
        "words": words,
        "said": said_around(me, target, interest.why),
        "form": form or CloseForm(initial=_acted(rows, me)),
        "hand_over": HandOverForm(others=others),
        "answers": SavedAnswer.objects.all(),
        "mine": found.claimed_by_id == me.pk,
        "buttons": buttons(me, target, interest, for_seniors) if found.is_open else [],
        "rows": rows,
        "beside": [(one, report_words(one)) for one in reports_beside(found, mine, latest=BESIDE)],
        "tab": "queue",
    }
    return render(request, "moderation/report.html", page, status=status)


def _acted(rows: Sequence[RowLine], me: User) -> dict[str, str]:
    """What the form for settling says already if the reader acted on this report: nobody has to say it twice."""
    mine = (line.reason for line in rows if line.row.actor_id == me.pk and line.stands)
    reason = next(mine, None)
    return {} if reason is None else {"outcome": str(Report.Outcome.ACTED), "note": reason}


def _run(request: HttpRequest, number: int, act: Callable[[User], object], done: str) -> HttpResponse:
    me = desk_reader(request)
    _report(me, number)
    try:
        act(me.user)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, done)
    return redirect("moderation:report", number)


@require_POST
@desk_only
def claim(request: HttpRequest, number: int) -> HttpResponse:
    """Claim a report."""
    return _run(
        request,
        number,
        lambda me: claim_report(report_id=number, actor=me, now=timezone.now()),
        gettext("The report is yours."),
    )


@require_POST
@desk_only
def hand_over(request: HttpRequest, number: int) -> HttpResponse:
    """Hand a report to another moderator, or release it."""
    me = reader(request)
    form = HandOverForm(request.POST, others=[user for user in moderators(now=timezone.now()) if user.pk != me.pk])
    if not form.is_valid():
        messages.error(request, gettext("Choose a moderator of the list."))
        return redirect("moderation:report", number)
    chosen = form.cleaned_data["to"]
    to = moderators(now=timezone.now()).get(pk=int(chosen)) if chosen else None
    return _run(
        request,
        number,
        lambda me: hand_over_report(report_id=number, actor=me, to=to, now=timezone.now()),
        gettext("Handed over."),
    )


@require_POST
@desk_only
def close(request: HttpRequest, number: int) -> HttpResponse:
    """Settle a report."""
    me = desk_reader(request)
    found = _report(me, number)
    form = CloseForm(request.POST)
    if form.is_valid():
        try:
            close_report(report_id=number, actor=me.user, now=timezone.now(), **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, gettext("Settled. The reporter was told."))
            return redirect(reverse("moderation:queue"))
    return _page(request, me, found, form=form, status=400)
