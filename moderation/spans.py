"""The duration that temporary actions ask for."""

from datetime import datetime, timedelta

from django import forms

from moderation.action import ActionForm

DAYS = [(1, "A day"), (3, "Three days"), (7, "A week"), (14, "Two weeks"), (30, "30 days"), (90, "90 days")]


class SpanForm(ActionForm):
    """A form for the duration and the text the player reads."""

    days = forms.TypedChoiceField(label="For how long", choices=DAYS, coerce=int, initial=7)
    words = forms.CharField(
        label="What the player reads",
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
        help_text="It comes by mail and stays on their own page. Say what to do otherwise from then on.",
    )


def end_of(days: int, now: datetime) -> datetime:
    """The time this many days from now."""
    return now + timedelta(days=days)
