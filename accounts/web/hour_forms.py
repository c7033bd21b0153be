"""Forms for quiet hours and vacation."""

from datetime import date, datetime, time
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from accounts.values import hour_bounds
from foundation.language import Words

HALF_OPEN = gettext_lazy("Give both ends of your quiet hours, or neither.")


def _time_field(label: Words) -> forms.TimeField:
    return forms.TimeField(
        label=label,
        required=False,
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        error_messages={"invalid": gettext_lazy("This is not a time of day. Write it like 22:30.")},
    )


class QuietForm(forms.Form):
    """The hours in which a user gets no notices and no deadlines."""

    quiet_from = _time_field(gettext_lazy("They begin"))
    quiet_until = _time_field(gettext_lazy("They end"))

    def clean(self) -> dict[str, Any]:
        """Reject a missing end and hours above the limit."""
        if self.errors:
            return self.cleaned_data
        begin, end = self.cleaned_data["quiet_from"], self.cleaned_data["quiet_until"]
        if (begin is None) != (end is None):
            raise forms.ValidationError(HALF_OPEN, code="half_open")
        if begin is not None and hours_between(begin, end) > hour_bounds.HABITS.quiet_hours_most:
            words = gettext("Quiet hours are at most {most} hours. Choose a later beginning.").format(
                most=hour_bounds.HABITS.quiet_hours_most
            )
            raise forms.ValidationError(words, code="too_long")
        return self.cleaned_data


def hours_between(begin: time, end: time) -> float:
    """The hours between two times of day, across midnight if need be."""
    day = date(2000, 1, 1)
    seconds = (datetime.combine(day, end) - datetime.combine(day, begin)).total_seconds()
    return seconds % (24 * 3600) / 3600


def _day_field(label: Words) -> forms.DateField:
    return forms.DateField(
        label=label,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": gettext_lazy("This is not a date. Write it like 2026-12-24.")},
    )


class SpanForm(forms.Form):
    """A span of days."""

    first = _day_field(gettext_lazy("First day"))
    last = _day_field(gettext_lazy("Last day"))
