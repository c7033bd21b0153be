"""A player's history on the desk."""

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.identity.readers import reader
from accounts.identity.selectors import user_by_name, with_selves
from accounts.models import User
from accounts.values.names import name_key
from clubs.models import Club
from matches.clocks.reliability import reliability_of
from moderation.action import Target
from moderation.forms import NoteForm
from moderation.models import PlayerNote
from moderation.selectors.audit import row_lines
from moderation.selectors.desk import left_to_seniors, matches_of, report_words, reports_with, rows_about
from moderation.selectors.interest import SELF, Interest, interest_about
from moderation.services.desk import add_note
from moderation.views.buttons import buttons
from moderation.views.common import desk_only
from moderation.views.lines import sanction_lines

TABLES = 15


@desk_only
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Reports, sanctions, reliability, matches, clubs and notes of a player; saves a new note on submission."""
    key, me = name_key(name), reader(request)
    people = with_selves(User.objects.filter(Q(name_key=key) | Q(pk=me.pk)))
    shown, mine = next((user for user in people if user.name_key == key), None), people[me]
    if shown is None:
        raise Http404(gettext("Nobody here has this name."))
    why = interest_about(mine, people[shown])
    if why == str(SELF):
        return render(request, "moderation/interest.html", {"why": why, "tab": ""}, status=403)
    form = NoteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        add_note(about=shown, writer=me, text=form.cleaned_data["text"], now=timezone.now())
        messages.success(request, gettext("Your note is kept."))
        return redirect("moderation:player", shown.username)
    reports = [(report, report_words(report)) for report in reports_with(shown, mine)]
    rows = list(rows_about(shown, mine).select_related("sanction"))
    sanctions = [row.sanction for row in rows if hasattr(row, "sanction")]
    page = {
        "shown": shown,
        "why": why,
        "form": form,
        "buttons": buttons(me, Target(user=shown), Interest(why), left_to_seniors(me, shown)),
        "sanctions": sanction_lines(sanctions, timezone.now()),
        "about": [line for line in reports if line[0].subject_id == shown.pk],
        "made": [line for line in reports if line[0].reporter_id == shown.pk],
        "reliability": reliability_of([shown.pk], timezone.now())[shown.pk],
        "tables": matches_of(shown, latest=TABLES),
        "clubs": Club.objects.filter(memberships__user=shown),
        "rows": row_lines(rows),
        "notes": PlayerNote.objects.filter(user=shown).select_related("writer"),
        "tab": "",
    }
    return render(request, "moderation/player.html", page, status=400 if form.errors else 200)


@require_safe
@desk_only
def find(request: HttpRequest) -> HttpResponse:
    """Redirect to the page of a player or match by the name or number entered."""
    text = request.GET.get("for", "").strip()
    number = text.lstrip("#")
    if number.isascii() and number.isdecimal() and len(number) < 10:
        return redirect("moderation:table", int(number))
    found = user_by_name(name=text, closed_too=True) if text else None
    if found is not None:
        return redirect("moderation:player", found.username)
    if text:
        messages.error(request, gettext("Nobody here has this name. Check the spelling, or type a table's number."))
    return redirect("moderation:queue")
