"""Forms for quiet hours and vacation."""

from datetime import date, datetime, time
from typing import Any

from django import forms

from accounts.values import hour_bounds

HALF_OPEN = "Give both ends of your quiet hours, or neither."


def _time_field(label: str) -> forms.TimeField:
    return forms.TimeField(
        label=label,
        required=False,
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "This is not a time of day. Write it like 22:30."},
    )


class QuietForm(forms.Form):
    """The hours in which a user gets no notices and no deadlines."""

    quiet_from = _time_field("They begin")
    quiet_until = _time_field("They end")

    def clean(self) -> dict[str, Any]:
        """Reject a missing end and hours above the limit."""
        if self.errors:
            return self.cleaned_data
        begin, end = self.cleaned_data["quiet_from"], self.cleaned_data["quiet_until"]
        if (begin is None) != (end is None):
            raise forms.ValidationError(HALF_OPEN, code="half_open")
        if begin is not None and hours_between(begin, end) > hour_bounds.HABITS.quiet_hours_most:
            words = f"Quiet hours are at most {hour_bounds.HABITS.quiet_hours_most} hours. Choose a later beginning."
            raise forms.ValidationError(words, code="too_long")
        return self.cleaned_data


def hours_between(begin: time, end: time) -> float:
    """The hours between two times of day, across midnight if need be."""
    day = date(2000, 1, 1)
    seconds = (datetime.combine(day, end) - datetime.combine(day, begin)).total_seconds()
    return seconds % (24 * 3600) / 3600


def _day_field(label: str) -> forms.DateField:
    return forms.DateField(
        label=label,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": "This is not a date. Write it like 2026-12-24."},
    )


class SpanForm(forms.Form):
    """A span of days."""

    first = _day_field("First day")
    last = _day_field("Last day")
