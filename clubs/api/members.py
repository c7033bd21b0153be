"""Members of clubs: joining, leaving, the invitation link, roles."""

from datetime import datetime
from typing import Literal

from django.http import Http404
from rest_framework.request import Request

from accounts.api.authentication import asking, asking_surely
from accounts.identity.selectors import user_or_404
from api.messages import ApiRequest, Line
from api.scopes import Scope
from api.views import ApiView, operation
from clubs.api.responses import ClubResponse, as_it_is, club_of_request, count_change, membership_of
from clubs.models import Role
from clubs.services.founding import make_link, revoke_link
from clubs.services.joining import join_club, leave_club
from clubs.services.locking import check_runs
from clubs.services.members import admit, lift_refusal, refuse, set_role


class ClubJoining(ApiRequest):
    """How you join."""

    link: Line = ""
    """The secret part of an invitation link, if you have one."""


class ClubLink(ApiRequest):
    """How long the link works."""

    days: Literal[1, 7, 30] = 7


class ClubPlace(ApiRequest):
    """The place of a person in the club."""

    role: Literal["owner", "organiser", "member"]
    """`member` also lets someone in who asks to join; `owner` hands the club over."""


class MembershipView(ApiView):
    """Your own membership."""

    @operation("Join a club", scope=Scope.MANAGE, reply=ClubResponse, body=ClubJoining)
    def put(self, request: Request, number: int, body: ClubJoining, now: datetime) -> ClubResponse:
        """Join an open club, or any by its link; ask to join a club by request. See `my_role` and `asked`."""
        club_of_request(request, number, link=body.link, now=now)
        count_change(request)
        join_club(number=number, user=asking(request), token=body.link, now=now)
        return as_it_is(request, number, now)

    @operation("Leave a club", scope=Scope.MANAGE, reply=None, status=204)
    def delete(self, request: Request, number: int, now: datetime) -> None:
        """Leave a club, or withdraw your request to join it. 404 if you are no member and have not asked.

        If you own it, it then belongs to its longest-standing organiser, or else to its longest-standing member.
        """
        club, me = club_of_request(request, number, now=now), asking(request)
        waits = club.applicants.filter(user=me, refused=False).exists()
        if not waits and not club.memberships.filter(user=me).exists():
            raise Http404
        if club.memberships.filter(user=me, role=Role.OWNER).exists():
            asking_surely(request)
        leave_club(number=number, user=me, now=now)


class LinkView(ApiView):
    """The invitation link."""

    @operation("Make an invitation link", scope=Scope.MANAGE, reply=ClubResponse, body=ClubLink)
    def put(self, request: Request, number: int, body: ClubLink, now: datetime) -> ClubResponse:
        """Make an invitation link in place of any earlier one."""
        membership_of(request, number)
        count_change(request)
        make_link(number=number, user=asking(request), days=body.days, now=now)
        return as_it_is(request, number, now)

    @operation("Revoke the invitation link", scope=Scope.MANAGE, reply=ClubResponse)
    def delete(self, request: Request, number: int, now: datetime) -> ClubResponse:
        """Revoke the invitation link. 404 if none works."""
        membership_of(request, number)
        if not revoke_link(number=number, user=asking(request), now=now):
            raise Http404
        return as_it_is(request, number, now)


class MemberView(ApiView):
    """A member of a club, or someone who asks to join."""

    @operation("Let in, or set a role", scope=Scope.MANAGE, reply=ClubResponse, body=ClubPlace)
    def put(self, request: Request, number: int, name: str, body: ClubPlace, now: datetime) -> ClubResponse:
        """Let someone in who asks to join, or change a member's role, as one of those who run the club.

        For someone who was refused or removed, `member` lets them join again.
        """
        club, me = membership_of(request, number).club, asking(request)
        # Before the place is looked up: which refusal others get would tell who asks and who was refused.
        mine = check_runs(club, me)
        if body.role == "owner" and mine.role == Role.OWNER:
            asking_surely(request)
        other = user_or_404(name=name)
        count_change(request)
        row = club.applicants.filter(user=other).first()
        if row is None:
            set_role(number=number, by=me, user=other, role=body.role, now=now)
        elif row.refused:
            lift_refusal(number=number, by=me, user=other)
        else:
            admit(number=number, by=me, user=other, now=now)
        return as_it_is(request, number, now)

    @operation("Refuse or remove", scope=Scope.MANAGE, reply=ClubResponse)
    def delete(self, request: Request, number: int, name: str, now: datetime) -> ClubResponse:
        """Refuse someone who asks to join, or remove a member. They cannot join again, and are not told."""
        membership_of(request, number)
        if not refuse(number=number, by=asking(request), user=user_or_404(name=name), now=now):
            raise Http404
        return as_it_is(request, number, now)
