"""Quiet hours and vacation."""

from datetime import date, datetime
from typing import Annotated

from django.http import Http404
from django.utils import timezone
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.hours.vacations import give_back_vacation, take_vacation, today_of, vacation_left, vacation_spans
from accounts.identity.services import change_preferences
from accounts.models import User
from accounts.web.hour_forms import QuietForm
from api.messages import ApiRequest, ApiResponse
from api.problems import ELSE, Refusal
from api.scopes import Scope
from api.views import ApiView, operation

TimeOfDay = Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", description="A time of day, such as 22:30.")]


class QuietHours(ApiResponse):
    """A time of day without notices in which no deadline ends. Both null: you have none."""

    quiet_from: str | None
    quiet_until: str | None
    time_zone: str
    """The time zone they are in, set on your account page."""


class NewQuietHours(ApiRequest):
    """The start and end of quiet hours."""

    quiet_from: TimeOfDay
    quiet_until: TimeOfDay


class Span(ApiResponse):
    """Consecutive days, including the last."""

    first: date
    last: date


class DaysLeft(ApiResponse):
    """The vacation days you have left in a year."""

    year: int
    days: int


class Vacation(ApiResponse):
    """Your vacation, from the start of this year."""

    results: list[Span]
    left: list[DaysLeft]


class NewSpan(ApiRequest):
    """Consecutive days, including the last."""

    first: date
    last: date


def _quiet(user: User) -> QuietHours:
    ends = [end.strftime("%H:%M") if end else None for end in (user.quiet_from, user.quiet_until)]
    return QuietHours(quiet_from=ends[0], quiet_until=ends[1], time_zone=user.time_zone)


class QuietHoursView(ApiView):
    """Quiet hours."""

    @operation("Look at your quiet hours", scope=Scope.READ, reply=QuietHours)
    def get(self, request: Request) -> QuietHours:
        """Get your quiet hours, in which you get no notices and no deadline of yours ends."""
        return _quiet(asking(request))

    @operation("Change your quiet hours", scope=Scope.PLAY, reply=QuietHours, body=NewQuietHours)
    def put(self, request: Request, body: NewQuietHours, now: datetime) -> QuietHours:
        """Set your quiet hours. Open deadlines move accordingly."""
        form = QuietForm({"quiet_from": body.quiet_from, "quiet_until": body.quiet_until})
        if not form.is_valid():
            raise Refusal(400, "field_invalid", str(form.non_field_errors()[0]), field="/quiet_from")
        user = asking(request)
        change_preferences(user=user, changes=form.cleaned_data)
        return _quiet(user)

    @operation("Remove your quiet hours", scope=Scope.PLAY, reply=QuietHours)
    def delete(self, request: Request, now: datetime) -> QuietHours:
        """Remove your quiet hours. 404 if you have none."""
        user = asking(request)
        if user.quiet_from is None:
            raise Http404
        change_preferences(user=user, changes={"quiet_from": None, "quiet_until": None})
        return _quiet(user)


def _vacation(user: User, now: datetime) -> Vacation:
    year = today_of(user, now).year
    spans = vacation_spans(user=user, since=date(year, 1, 1))
    left = [DaysLeft(year=one, days=vacation_left(user=user, year=one)) for one in (year, year + 1)]
    return Vacation(results=[Span(first=first, last=last) for first, last in spans], left=left)


class VacationView(ApiView):
    """Vacation."""

    @operation("Look at your vacation", scope=Scope.READ, reply=Vacation)
    def get(self, request: Request) -> Vacation:
        """Get the days you have taken off, and how many you have left."""
        return _vacation(asking(request), timezone.now())

    @operation(
        "Take vacation days",
        scope=Scope.PLAY,
        reply=Vacation,
        body=NewSpan,
        error_fields={"vacation_backwards": "/last", ELSE: "/first"},
    )
    def post(self, request: Request, body: NewSpan, now: datetime) -> Vacation:
        """Stop your clocks on whole days in your time zone, tomorrow at the earliest. Days taken twice count once."""
        user = asking(request)
        take_vacation(user=user, first=body.first, last=body.last, now=now)
        return _vacation(user, now)

    @operation("Give vacation days back", scope=Scope.PLAY, reply=Vacation, query=NewSpan)
    def delete(self, request: Request, query: NewSpan, now: datetime) -> Vacation:
        """Give back your vacation days from `first` to `last` that have not begun. 404 if there are none."""
        user = asking(request)
        if not give_back_vacation(user=user, first=query.first, last=query.last, now=now):
            raise Http404
        return _vacation(user, now)
