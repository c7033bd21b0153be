"""Time zone and language of dates."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.identity.services import change_preferences
from accounts.models import User
from accounts.values.zones import DATE_LANGUAGES
from accounts.web.forms import PreferencesForm
from api.messages import ApiRequest, ApiResponse, Line
from api.problems import Refusal
from api.scopes import Scope
from api.views import ApiView, operation


class Preferences(ApiResponse):
    """Preferences of your account page."""

    time_zone: str
    date_language: str


class NewPreferences(ApiRequest):
    """Preferences to change. Fields left out stay as they are."""

    time_zone: Annotated[Line | None, Meta(description="A name of the time zone database, such as Europe/Prague.")] = (
        None
    )
    date_language: Annotated[
        Line | None, Meta(description=f"One of {', '.join(code for code, _ in DATE_LANGUAGES)}.")
    ] = None


def _preferences(user: User) -> Preferences:
    return Preferences(time_zone=user.time_zone, date_language=user.date_language)


class PreferencesView(ApiView):
    """Preferences."""

    @operation("Look at your preferences", scope=Scope.READ, reply=Preferences)
    def get(self, request: Request) -> Preferences:
        """Get your time zone and the language of dates."""
        return _preferences(asking(request))

    @operation("Change your preferences", scope=Scope.PLAY, reply=Preferences, body=NewPreferences)
    def put(self, request: Request, body: NewPreferences, now: datetime) -> Preferences:
        """Set your time zone, which also applies to quiet hours and vacation, and the language of dates."""
        user = asking(request)
        given = {name: getattr(body, name) or getattr(user, name) for name in ("time_zone", "date_language")}
        form = PreferencesForm(given, instance=user)
        if not form.is_valid():
            field, errors = next(iter(form.errors.items()))
            raise Refusal(400, "field_invalid", str(errors[0]), field=f"/{field}")
        # Naming the current zone counts as choosing it.
        changes = {name: form.cleaned_data[name] for name in given if getattr(body, name)}
        if changes:
            change_preferences(user=user, changes=changes)
        return _preferences(user)
