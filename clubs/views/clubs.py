"""The list of clubs, one club, founding, joining and leaving."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.readers import reader, reader_or_none
from accounts.security.limits import rate_limited
from accounts.security.recent import check_recent_password
from clubs.forms import ClubForm
from clubs.models import Club, Role
from clubs.selectors.access import invited_club, listed_clubs, member_of
from clubs.selectors.clubs import club_view, clubs_of
from clubs.selectors.tables import club_tables
from clubs.services.founding import check_may_found, found_club
from clubs.services.joining import join_club, leave_club
from clubs.views.common import act, club_of_page
from foundation.errors import Refused, refusal_words
from matches.web.views.common import refusal

A_PAGE = 30


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show my clubs, and those that anyone may join or ask to join."""
    me = reader_or_none(request)
    page = Paginator(listed_clubs(), A_PAGE).get_page(request.GET.get("page"))
    founds_none = refusal_words(lambda: check_may_found(me, timezone.now())) if me is not None and me.is_person else ""
    mine = [] if me is None else clubs_of(me)
    return render(request, "clubs/clubs.html", {"mine": mine, "page": page, "founds_none": founds_none})


@login_required
@rate_limited("club")
def new(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = found_club(user=reader(request), now=timezone.now(), **form.cleaned_data)
        except Refused as refused:
            return refusal(request, refused)
        messages.success(
            request, gettext("{title} is founded. Make an invitation link to bring others.").format(title=made.title)
        )
        return redirect(made)
    return render(request, "clubs/new.html", {"form": form}, status=400 if form.errors else 200)


@require_safe
def club(request: HttpRequest, number: int) -> HttpResponse:
    """Show a club; its members see more."""
    shown, me = club_of_page(request, number), reader_or_none(request)
    membership = member_of(number, request.user.pk)
    page = {
        "club": club_view(shown, me, timezone.now()),
        "tables": club_tables(membership) if membership is not None else None,
    }
    return render(request, "clubs/club.html", page)


@rate_limited("club")
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the club that an invitation link leads to, and join it."""
    found = invited_club(token, timezone.now())
    if found is None:
        raise Http404(gettext("This invitation link has expired or was revoked. Ask for a new one."))
    if member_of(found.pk, request.user.pk) is not None:
        return redirect(found)
    if request.method == "POST" and reader_or_none(request) is not None:
        return _join(request, found, token)
    return render(request, "clubs/invited.html", {"club": club_view(found, None, timezone.now()), "token": token})


@require_POST
@login_required
@rate_limited("club")
def join(request: HttpRequest, number: int) -> HttpResponse:
    """Join a club, or ask to."""
    return _join(request, club_of_page(request, number), "")


def _join(request: HttpRequest, shown: Club, token: str) -> HttpResponse:
    try:
        joined = join_club(number=shown.pk, user=reader(request), token=token, now=timezone.now())
    except Club.DoesNotExist as error:
        raise Http404(gettext("There is no such club.")) from error
    except Refused as refused:
        return refusal(request, refused)
    messages.success(
        request,
        gettext("You are a member of {title}.").format(title=shown.title)
        if joined
        else gettext("You have asked to join."),
    )
    return redirect(shown)


@require_POST
@login_required
def leave(request: HttpRequest, number: int) -> HttpResponse:
    """Leave a club, or withdraw my request to join it."""
    shown, mine = club_of_page(request, number), member_of(number, request.user.pk)
    if mine is not None and mine.role == Role.OWNER:
        # The club gets another owner.
        check_recent_password(request)
    return act(
        request,
        "clubs:clubs",
        lambda: leave_club(number=shown.pk, user=reader(request), now=timezone.now()),
        gettext("You have left {title}.").format(title=shown.title),
    )
