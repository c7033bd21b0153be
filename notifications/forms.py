"""The forms of the pages of notices."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms

from notifications.kinds import Sort, sorts_to_choose
from notifications.models import Webhook
from notifications.policy import REMINDER_WORDS
from notifications.services.preferences import Choice
from notifications.terms import Channel
from notifications.wishes import Reader


class Row(NamedTuple):
    """One line of the table of wishes."""

    sort: Sort
    cells: list[tuple[Channel, forms.BoundField | None]]


class WishesForm(forms.Form):
    """Kinds by channels as boxes to tick, and the reminders."""

    reminders = forms.MultipleChoiceField(
        label="Remind me of an answer that is due",
        choices=list(REMINDER_WORDS.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text="A time that lies before the table asks you is left out.",
    )

    def __init__(self, reader: Reader, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("reminders", reader.reminders)
        for sort in sorts_to_choose():
            for channel in Channel:
                if channel not in sort.never:
                    self.fields[_name(sort, channel)] = forms.BooleanField(
                        label=f"Tell me when {sort.label}: {channel.label}",
                        required=False,
                        initial=reader.wants(sort.slug, channel),
                    )

    def rows(self) -> Iterator[Row]:
        """The lines of the table."""
        for sort in sorts_to_choose():
            names = [(channel, _name(sort, channel)) for channel in Channel]
            yield Row(sort, [(channel, self[name] if name in self.fields else None) for channel, name in names])

    def choice(self) -> Choice:
        """What was chosen."""
        chosen = {
            sort.slug: [channel for channel in Channel if self.cleaned_data.get(_name(sort, channel))]
            for sort in sorts_to_choose()
        }
        return Choice(chosen, self.cleaned_data["reminders"])


def _name(sort: Sort, channel: Channel) -> str:
    return f"{sort.slug}-{channel}"


class PreferencesForm(WishesForm):
    """The same for all matches, with the hour of the daily mail."""

    digest_hour = forms.TypedChoiceField(
        label="My hour for the daily mail",
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        help_text="In your own time zone. On days without news no mail comes.",
    )

    def __init__(self, reader: Reader, *args: Any, **kwargs: Any) -> None:
        super().__init__(reader, *args, **kwargs)
        self.initial.setdefault("digest_hour", reader.digest_hour)


class WebhookForm(forms.Form):
    """Where to post notices, and in which form."""

    form = forms.ChoiceField(label="What it is", choices=Webhook.Form.choices)
    url = forms.CharField(
        label="Address of the webhook",
        max_length=500,
        widget=forms.URLInput({"placeholder": "https://", "autocomplete": "off"}),
    )
