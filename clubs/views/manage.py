"""Running a club: what it says, the invitation link, members and their roles, closing."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST

from accounts.identity.readers import reader
from accounts.identity.selectors import user_or_404
from accounts.models import User
from accounts.security.limits import rate_limited
from accounts.security.recent import check_recent_password
from clubs.forms import ClubForm
from clubs.models import Club, Membership, Role
from clubs.policy import LINK_DAYS
from clubs.selectors.clubs import ClubView, club_view
from clubs.services.founding import change_club, check_may_close, close_club, make_link, revoke_link
from clubs.services.joining import check_has_room
from clubs.services.members import admit, lift_refusal, refusals_to_own, refuse, rivals_in, set_role
from clubs.views.common import act, my_membership
from foundation.errors import refusal_words
from matches.chat.write import check_may_speak
from matches.web.views.common import is_whole_number


def _run_by_me(request: HttpRequest, number: int) -> Membership:
    """The reader's membership of a club that they run. Raises `Http404` and `PermissionDenied`."""
    membership = my_membership(request, number)
    if not membership.runs_it:
        raise PermissionDenied
    return membership


@dataclass(frozen=True)
class MemberLine:
    """A member, and why the reader cannot remove them or hand the club over to them; empty where they can."""

    member: Membership
    stays: str
    owns_none: str
    is_below: bool
    """True if the reader has a say over them: members, and for the owner organisers too."""


def _lines(view: ClubView, club: Club, me: User, now: datetime) -> list[MemberLine]:
    rivals = rivals_in(club, me)
    keep_off = refusals_to_own([row.user for row in view.members], now) if view.is_owner else {}
    words = {user: refused.message for user, refused in keep_off.items()}
    lines = []
    for row in view.members:
        is_below = row.user_id != me.pk and (view.is_owner or row.role == Role.MEMBER)
        lines.append(MemberLine(row, rivals.get(row.user_id, ""), words.get(row.user_id, ""), is_below))
    return lines


@login_required
@rate_limited("club")
def manage(request: HttpRequest, number: int) -> HttpResponse:
    """Change what a club says, and see who asks to join."""
    shown, me, now = _run_by_me(request, number).club, reader(request), timezone.now()
    kept = {name: getattr(shown, name) for name in ("title", "about", "joining")}
    form = ClubForm(request.POST or None, initial=kept)
    if request.method == "POST" and form.is_valid():
        return act(
            request,
            reverse("clubs:manage", args=[number]),
            lambda: change_club(number=number, user=me, now=now, **form.cleaned_data),
            gettext("Your changes are kept."),
        )
    view = club_view(shown, me, now)
    url = request.build_absolute_uri(reverse("clubs:invited", args=[view.link])) if view.link else ""
    stays_open = refusal_words(lambda: check_may_close(shown, me)) if view.is_owner else ""
    page = {"club": view, "form": form, "link": url, "link_days": LINK_DAYS, "stays_open": stays_open}
    page |= {"lines": _lines(view, shown, me, now), "full": refusal_words(lambda: check_has_room(shown))}
    page["muted"] = refusal_words(lambda: check_may_speak(me, now))
    return render(request, "clubs/manage.html", page, status=400 if form.errors else 200)


@require_POST
@login_required
@rate_limited("club")
def link(request: HttpRequest, number: int) -> HttpResponse:
    """Make or revoke the invitation link."""
    _run_by_me(request, number)
    me, now, days = reader(request), timezone.now(), request.POST.get("days", "")
    back = f"{reverse('clubs:manage', args=[number])}#link"
    if "revoke" in request.POST:
        return act(
            request, back, lambda: revoke_link(number=number, user=me, now=now), gettext("The link no longer works.")
        )
    return act(
        request,
        back,
        lambda: make_link(number=number, user=me, days=int(days) if is_whole_number(days) else 0, now=now),
        gettext("Send this link to those you invite."),
    )


@require_POST
@login_required
@rate_limited("club")
def member(request: HttpRequest, number: int) -> HttpResponse:
    """Let someone in, refuse or remove them, or change their role."""
    mine = _run_by_me(request, number)
    other, act_named = user_or_404(name=request.POST.get("name", "")), request.POST.get("act", "")
    if act_named == Role.OWNER and mine.role == Role.OWNER:
        check_recent_password(request)
    do = _changes(reader(request), number, other).get(act_named)
    if do is None:
        raise Http404(gettext("There is no such change."))
    return act(request, reverse("clubs:manage", args=[number]), do, DONE[act_named].format(name=other.display_name))


DONE = {
    "admit": gettext_lazy("Done: {name} is a member."),
    "refuse": gettext_lazy("Done: {name} cannot join."),
    "lift": gettext_lazy("Done: {name} may join again."),
    Role.OWNER: gettext_lazy("Done: {name} owns the club."),
    Role.ORGANISER: gettext_lazy("Done: {name} is an organiser."),
    Role.MEMBER: gettext_lazy("Done: {name} is a member."),
}


def _changes(me: User, number: int, other: User) -> dict[str, Callable[[], object]]:
    now = timezone.now()
    roles: dict[str, Callable[[], object]] = {
        str(role): lambda role=role: set_role(number=number, by=me, user=other, role=role, now=now)  # type: ignore[misc]
        for role in Role
    }
    return roles | {
        "admit": lambda: admit(number=number, by=me, user=other, now=now),
        "refuse": lambda: refuse(number=number, by=me, user=other, now=now),
        "lift": lambda: lift_refusal(number=number, by=me, user=other),
    }


@require_POST
@login_required
def close(request: HttpRequest, number: int) -> HttpResponse:
    """Close a club for good."""
    mine = my_membership(request, number)
    if mine.role == Role.OWNER:
        check_recent_password(request)
    return act(
        request,
        "clubs:clubs",
        lambda: close_club(number=number, user=reader(request), now=timezone.now()),
        gettext("{title} is closed.").format(title=mine.club.title),
    )
