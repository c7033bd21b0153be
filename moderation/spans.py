"""The duration that temporary actions ask for."""

from datetime import datetime, timedelta

from django import forms
from django.utils.translation import gettext_lazy

from moderation.action import ActionForm

DAYS = [
    (1, gettext_lazy("A day")),
    (3, gettext_lazy("Three days")),
    (7, gettext_lazy("A week")),
    (14, gettext_lazy("Two weeks")),
    (30, gettext_lazy("30 days")),
    (90, gettext_lazy("90 days")),
]


class SpanForm(ActionForm):
    """A form for the duration and the text the player reads."""

    days = forms.TypedChoiceField(label=gettext_lazy("For how long"), choices=DAYS, coerce=int, initial=7)
    words = forms.CharField(
        label=gettext_lazy("What the player reads"),
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy(
            "It comes by mail and stays on their own page. Say what to do differently from then on."
        ),
    )


def end_of(days: int, now: datetime) -> datetime:
    """The time this many days from now."""
    return now + timedelta(days=days)
