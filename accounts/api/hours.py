"""When I am neither told anything nor due: quiet hours, and vacation."""

from datetime import date, datetime
from typing import Annotated

from django.core.exceptions import ValidationError
from django.utils import timezone
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.hour_forms import QuietForm
from accounts.models import User
from accounts.services import preferences_change
from accounts.vacations import today_of, vacation_give_back, vacation_left, vacation_spans, vacation_take
from api.problems import Refusal
from api.scopes import Scope
from api.shapes import Body, Shape
from api.views import ApiView, operation

Clock = Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", description="A time of day, such as 22:30.")]


class QuietHours(Shape):
    """A time of day in which nothing rings and no clock runs out; both null: there are none."""

    quiet_from: str | None
    quiet_until: str | None
    time_zone: str
    """The zone that they are meant in, which I choose on my page."""


class NewQuietHours(Body):
    """Both ends, or null for both."""

    quiet_from: Clock | None
    quiet_until: Clock | None


class Span(Shape):
    """Days that hang together, the last included."""

    first: date
    last: date


class DaysLeft(Shape):
    """How many vacation days of a year I have not taken."""

    year: int
    days: int


class Vacation(Shape):
    """My vacation of this year and from now on."""

    results: list[Span]
    left: list[DaysLeft]


class NewSpan(Body):
    """Days that hang together, the last included."""

    first: date
    last: date


def _quiet(user: User) -> QuietHours:
    ends = [end.strftime("%H:%M") if end else None for end in (user.quiet_from, user.quiet_until)]
    return QuietHours(quiet_from=ends[0], quiet_until=ends[1], time_zone=user.time_zone)


class QuietHoursView(ApiView):
    """My quiet hours."""

    @operation("Look at my quiet hours", scope=Scope.READ, reply=QuietHours)
    def get(self, request: Request) -> QuietHours:
        """When I am neither told anything nor due."""
        return _quiet(asking(request))

    @operation("Change my quiet hours", scope=Scope.PLAY, reply=QuietHours, body=NewQuietHours)
    def put(self, request: Request, body: NewQuietHours, now: datetime) -> QuietHours:
        """Choose quiet hours, or none. Open deadlines follow them."""
        form = QuietForm({"quiet_from": body.quiet_from or "", "quiet_until": body.quiet_until or ""})
        if not form.is_valid():
            raise Refusal(400, "field_invalid", str(form.non_field_errors()[0]), field="/quiet_from")
        user = asking(request)
        preferences_change(user=user, changes=form.cleaned_data)
        return _quiet(user)


def _vacation(user: User, now: datetime) -> Vacation:
    year = today_of(user, now).year
    spans = vacation_spans(user=user, since=date(year, 1, 1))
    left = [DaysLeft(year=one, days=vacation_left(user=user, year=one)) for one in (year, year + 1)]
    return Vacation(results=[Span(first=first, last=last) for first, last in spans], left=left)


class VacationView(ApiView):
    """My vacation."""

    @operation("Look at my vacation", scope=Scope.READ, reply=Vacation)
    def get(self, request: Request) -> Vacation:
        """The days that I have taken off, and how many I have left."""
        return _vacation(asking(request), timezone.now())

    @operation("Take days off", scope=Scope.PLAY, reply=Vacation, body=NewSpan)
    def post(self, request: Request, body: NewSpan, now: datetime) -> Vacation:
        """Have my clocks stand still on whole days of my zone, from tomorrow on. Days taken twice count once."""
        user = asking(request)
        try:
            vacation_take(user=user, first=body.first, last=body.last, now=now)
        except ValidationError as error:
            field = "/last" if error.code == "backwards" else "/first"
            raise Refusal(400, f"vacation_{error.code}", error.messages[0], field=field) from error
        return _vacation(user, now)


class VacationBackView(ApiView):
    """Days that I give back."""

    @operation("Give days off back", scope=Scope.PLAY, reply=Vacation, body=NewSpan)
    def post(self, request: Request, body: NewSpan, now: datetime) -> Vacation:
        """Take back the days of a span that have not begun; a day that has begun is used."""
        user = asking(request)
        vacation_give_back(user=user, first=body.first, last=body.last, now=now)
        return _vacation(user, now)
