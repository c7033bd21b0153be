"""The form that filters open tables."""

from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from accounts.models import User
from accounts.values.languages import LANGUAGES
from foundation.language import Words
from games.registry import GAMES
from matches.clocks.time_controls import paces
from matches.policy import Speed
from matches.view.joining import MOST_RATING, joiner_of
from matches.view.lobby_filter import LobbyFilter

RELIABILITIES = (70, 80, 90, 95, 99)
ANY = ("", pgettext_lazy("filter", "Any"))


def language_field(*, label: Words, help_text: Words = "") -> forms.ChoiceField:
    """Return the field for the chat language."""
    return _choice(label, list(LANGUAGES.items()), help_text=help_text)


def reliability_field(*, label: Words, help_text: Words = "") -> forms.TypedChoiceField:
    """Return the field for the least reliability of players who join."""
    choices = [
        (str(percent), format_lazy(gettext_lazy("{percent} % of turns on time"), percent=percent))
        for percent in RELIABILITIES
    ]
    return _choice(label, choices, coerce=int, empty_value=None, help_text=help_text)


def rating_field(*, label: Words, help_text: Words = "") -> forms.IntegerField:
    """Return a field for one end of the range of ratings."""
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST_RATING, help_text=help_text)


def _choice(label: Words, choices: list[Any], **more: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=[ANY, *choices], required=False, **more)


class LobbyForm(forms.Form):
    """What a reader looks for among the open tables."""

    def __init__(self, data: QueryDict, reader: User | None) -> None:
        super().__init__(data)
        speeds = [(Speed.LIVE, gettext("Live, in one sitting")), (Speed.DAYS, gettext("Over days"))]
        each = [(group, [(pace.key, words) for pace, words in choices]) for group, choices in paces().items()]
        sizes = sorted({count for game in GAMES.values() for count in game.players})
        self.fields["game"] = _choice(gettext("Game"), [(slug, game.title) for slug, game in GAMES.items()])
        self.fields["pace"] = _choice(gettext("Pace"), [*speeds, *each])
        self.fields["seats"] = _choice(
            gettext("Seats"), [(str(n), str(n)) for n in sizes], coerce=int, empty_value=None
        )
        self.fields["rated"] = _choice(
            gettext("Ratings"),
            [("yes", gettext("Rated")), ("no", gettext("Unrated"))],
            coerce=lambda value: value == "yes",
            empty_value=None,
        )
        self.fields["language"] = language_field(label=gettext("Chat language"))
        self.fields["least_reliability"] = reliability_field(label=gettext("Asks for at least"))
        self.fields["least_rating"] = rating_field(label=gettext("Nobody rated below"))
        self.fields["most_rating"] = rating_field(label=gettext("Nobody rated above"))
        if reader is not None:
            self.fields["fits"] = forms.BooleanField(label=gettext("Only tables that I can join"), required=False)
        self.reader = reader

    def is_used(self) -> bool:
        """True if the reader filters."""
        return any(self.data.get(name) for name in self.fields)

    def filter(self, now: datetime) -> LobbyFilter:
        """Return what the form asks for, without the fields that are wrong."""
        self.full_clean()
        asked = dict(self.cleaned_data)
        fits = asked.pop("fits", False)
        joiner = joiner_of(self.reader, now) if fits and self.reader else None
        return LobbyFilter(**asked, joiner=joiner)
