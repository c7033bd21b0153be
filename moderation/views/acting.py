"""The form of an action, and the form for undoing one."""

from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from accounts.identity.readers import reader
from foundation.errors import Refused
from moderation.action import ACTIONS, Action, ActionForm, On, Target
from moderation.models import AuditRow, Report
from moderation.selectors.desk import audit_for, left_to_seniors, place_words
from moderation.selectors.names import display_name
from moderation.services.acting import act, interest_against, interest_of, rank_against, refusal_of, undo
from moderation.services.acting import target_of as target_of_row
from moderation.services.reports import claim_report
from moderation.views.common import desk_only, desk_reader, message_shown, target_of_page


@desk_only
def action(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an action's form; run the action on submission."""
    me, mine = desk_reader(request)
    doing, target = ACTIONS.get(slug), target_of_page(request, mine)
    if doing is None or not _suits(doing, target):
        raise Http404(gettext("There is no such action on this."))
    form = doing.form(request.POST or None, initial={"category": target.report.category if target.report else None})
    sent = request.method == "POST" and form.is_valid()
    if sent and (row := _run(form, action=doing, target=target, actor=me)):
        if target.report is not None:
            # It may be another's, or settled by now: what was done stands all the same.
            with suppress(Refused):
                claim_report(report_id=target.report.pk, actor=me, now=timezone.now())
        messages.success(
            request,
            gettext("Done: “{action}”, row {number} of the audit.").format(action=doing.title, number=row.number),
        )
        return redirect(row_page(row))
    may = me.has_perm(doing.permission)
    page = {
        "form": form,
        "action": doing,
        "about": target_words(target),
        "message": message_shown(target),
        "back": page_of(target),
        "refusal": "" if may else gettext("You have no permission for this. Ask a moderator who has."),
    }
    if may:
        barred = interest_against(doing, interest_of(mine, target))
        barred = barred or rank_against(doing, target, left_to_seniors(me, target.subject))
        page["refusal"] = barred or refusal_of(doing, target, timezone.now())
    return render(request, "moderation/act.html", page, status=400 if form.errors else 200)


def _suits(doing: Action, target: Target) -> bool:
    there: dict[On, object] = {
        On.PLAYER: target.subject,
        On.MATCH: target.match,
        On.SEAT: target.seat,
        On.MESSAGE: target.message,
        On.CLUB: target.club,
        On.CLUB_MESSAGE: target.club_message,
    }
    return there[doing.on] is not None


def _run(form: ActionForm, **details: Any) -> AuditRow | None:
    """The audit row, or None if the form now has the error."""
    given = form.cleaned_data
    try:
        return act(
            category=given["category"], reason=given["reason"], given=form.given(), now=timezone.now(), **details
        )
    except Refused as refused:
        form.add_error(None, refused.message)
        return None


@desk_only
def take_back(request: HttpRequest, number: int) -> HttpResponse:
    """Show the form for undoing an action; undo it on submission."""
    row = get_object_or_404(audit_for(desk_reader(request).accounts), number=number)
    doing = ACTIONS.get(row.action)
    if doing is None or not doing.undoable or row.undoes_id is not None:
        raise Http404(gettext("This cannot be undone."))
    form = ActionForm(request.POST or None)
    del form.fields["category"]
    if request.method == "POST" and form.is_valid():
        try:
            back = undo(actor=reader(request), row=row, reason=form.cleaned_data["reason"], now=timezone.now())
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(
                request,
                gettext("Undone: “{action}”, row {number} of the audit.").format(
                    action=doing.title, number=back.number
                ),
            )
            return redirect(row_page(back))
    target = target_of_row(row)
    page = {"form": form, "action": doing, "row": row, "about": target_words(target), "back": page_of(target)}
    return render(request, "moderation/undo.html", page, status=400 if form.errors else 200)


def target_words(target: Target) -> str:
    """The target in words."""
    subject = target.subject
    who = display_name(subject, target.match, target.seat.number if target.seat else None)
    where = place_words(target.match, target.club)
    if target.message is not None or target.club_message is not None:
        return gettext("{where}, a message").format(where=where)
    if target.match is None:
        return where or who
    return f"{where}, {who}" if target.seat is not None else where


def page_of(target: Target) -> str:
    """The desk's page for a target: the report that led to it, its match, or the player."""
    report: Report | None = target.report
    if report is not None:
        return report.get_absolute_url()
    if target.match is not None:
        return reverse("moderation:table", args=[target.match.pk])
    if target.club is not None:
        return reverse("moderation:club", args=[target.club.pk])
    return reverse("moderation:player", args=[target.player.username])


def row_page(row: AuditRow) -> str:
    """The page to continue on after a row was written."""
    if row.report_id is not None:
        return reverse("moderation:report", args=[row.report_id])
    if row.match_id is not None:
        return reverse("moderation:table", args=[row.match_id])
    if row.club_id is not None:
        return reverse("moderation:club", args=[row.club_id])
    return reverse("moderation:player", args=[row.subject.username]) if row.subject else reverse("moderation:queue")


def action_path(doing: Action, **names: object) -> str:
    """The URL of an action's form."""
    return f"{reverse('moderation:act', args=[doing.slug])}?{urlencode(names)}"
