"""Language, time zone, language of dates, and staying out of the dump."""

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

    language: str
    """The language of pages, mails and the API; empty if pages follow the browser."""
    time_zone: str
    date_language: str
    stays_out: bool
    """True if your matches are kept out of the public file of matches."""


class NewPreferences(ApiRequest):
    """Preferences to change. Fields left out stay as they are."""

    language: Annotated[Line | None, Meta(description="The code of a language that the account page offers.")] = None
    time_zone: Annotated[Line | None, Meta(description="A name of the time zone database, such as Europe/Prague.")] = (
        None
    )
    date_language: Annotated[
        Line | None, Meta(description=f"One of {', '.join(code for code, _ in DATE_LANGUAGES)}.")
    ] = None
    stays_out: Annotated[
        bool | None, Meta(description="True to keep your matches out of the public file of matches.")
    ] = None


NAMES = ("language", "time_zone", "date_language", "stays_out")


def _preferences(user: User) -> Preferences:
    return Preferences(**{name: getattr(user, name) for name in NAMES})


class PreferencesView(ApiView):
    """Preferences."""

    @operation("Look at your preferences", scope=Scope.READ, reply=Preferences)
    def get(self, request: Request) -> Preferences:
        """Get your language, your time zone, the language of dates, and whether you stay out of the file of matches."""
        return _preferences(asking(request))

    @operation("Change your preferences", scope=Scope.PLAY, reply=Preferences, body=NewPreferences)
    def put(self, request: Request, body: NewPreferences, now: datetime) -> Preferences:
        """Set your time zone, which also applies to quiet hours and vacation, and the other preferences."""
        user = asking(request)
        asked = {name: getattr(body, name) for name in NAMES}
        given = {name: getattr(user, name) if value in (None, "") else value for name, value in asked.items()}
        form = PreferencesForm(given, instance=user)
        if not form.is_valid():
            field, errors = next(iter(form.errors.items()))
            raise Refusal(400, "field_invalid", str(errors[0]), field=f"/{field}")
        # Naming the current zone counts as choosing it.
        changes = {name: form.cleaned_data[name] for name, value in asked.items() if value not in (None, "")}
        if changes:
            change_preferences(user=user, changes=changes)
        return _preferences(user)
