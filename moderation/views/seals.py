"""Requesting to break a seal, agreeing to it, and the one look."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.readers import reader
from foundation.errors import Refused
from matches.web.views.common import refusal
from moderation.action import ActionForm
from moderation.selectors.desk import seals_for
from moderation.selectors.seals import seal_lines
from moderation.services.seals import (
    PERMISSION,
    ask_for_seal,
    break_seal,
    check_may_break,
    judge_seal,
    possible_seconders,
)
from moderation.views.common import desk_only, desk_reader, match_of_page


@require_safe
@desk_only
def seals(request: HttpRequest) -> HttpResponse:
    """Requests to break a seal, pending and past."""
    me, mine = desk_reader(request)
    lines = seal_lines(me, mine, may=me.has_perm(PERMISSION), now=timezone.now())
    page = {"lines": lines, "tab": "seals"}
    return render(request, "moderation/seals.html", page)


@desk_only
def ask(request: HttpRequest, number: int) -> HttpResponse:
    """Request a look behind the seals of a match."""
    match, me = match_of_page(number), reader(request)
    form = ActionForm(request.POST or None)
    try:
        check_may_break(me, match)
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data
            grant = ask_for_seal(
                match=match, actor=me, category=given["category"], reason=given["reason"], now=timezone.now()
            )
            text = (
                gettext("A second moderator has to agree.")
                if grant.needs_consent
                else gettext("You may look now, once.")
            )
            messages.success(request, text)
            return redirect("moderation:seals")
    except Refused as refused:
        return refusal(request, refused)
    page = {"form": form, "match": match, "possible_seconders": len(possible_seconders(match, me)), "tab": "seals"}
    return render(request, "moderation/seal_ask.html", page, status=400 if form.errors else 200)


@require_POST
@desk_only
def judge(request: HttpRequest, number: int) -> HttpResponse:
    """Agree to another moderator's request, or refuse it."""
    get_object_or_404(seals_for(desk_reader(request).accounts), pk=number)
    agree, reason = request.POST.get("agree") == "1", request.POST.get("reason", "")
    try:
        judge_seal(grant_id=number, actor=reader(request), agree=agree, reason=reason, now=timezone.now())
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, gettext("You have agreed.") if agree else gettext("You have refused."))
    return redirect("moderation:seals")


@require_POST
@desk_only
def break_it(request: HttpRequest, number: int) -> HttpResponse:
    """Show what is sealed, once; no cache keeps the page."""
    grant = get_object_or_404(seals_for(desk_reader(request).accounts), pk=number)
    try:
        found = break_seal(grant_id=number, actor=reader(request), now=timezone.now())
    except Refused as refused:
        return refusal(request, refused)
    page = {"sealed": found, "match": grant.match, "tab": "seals"}
    return render(request, "moderation/sealed.html", page)
