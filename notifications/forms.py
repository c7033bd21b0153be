"""Forms of the notice pages."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext, gettext_lazy

from foundation.language import Words
from notifications.enums import Channel
from notifications.kinds import NoticeSpec, specs_to_choose
from notifications.models import Webhook
from notifications.policy import reminder_choices
from notifications.presets import WORDS, Preset, channels_of, preset_of
from notifications.readers import Reader
from notifications.services.preferences import Choice


class Row(NamedTuple):
    """One row of the table of preferences."""

    spec: NoticeSpec
    cells: list[tuple[Channel, forms.BoundField | None]]


class NoticePreferencesForm(forms.Form):
    """Preferences, ready-made or with a checkbox for each kind and channel, and the reminders."""

    preset = forms.TypedChoiceField(
        label=gettext_lazy("How much the site tells you"),
        coerce=Preset,
        choices=[(preset.value, title) for preset, (title, _) in WORDS.items()],
        widget=forms.RadioSelect,
        required=False,
        empty_value=Preset.CUSTOM,
    )
    reminders = forms.MultipleChoiceField(
        label=gettext_lazy("Remind me before my time is up"),
        choices=reminder_choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=gettext_lazy("If you have less time than that for a turn, this reminder is left out."),
    )

    def __init__(self, reader: Reader, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reader = reader
        self.initial.setdefault("reminders", reader.reminders)
        self.initial.setdefault("preset", preset_of(reader).value)
        self._specs = [spec for spec in specs_to_choose() if _is_for(reader, spec)]
        for spec in self._specs:
            for channel in reader.ways:
                if channel not in spec.never:
                    self.fields[_name(spec, channel)] = forms.BooleanField(
                        label=gettext("Tell me when {something}: {channel}").format(
                            something=spec.label, channel=channel.label
                        ),
                        required=False,
                        initial=reader.wants(spec.slug, channel),
                    )

    def presets(self) -> Iterator[tuple[BoundWidget, Words]]:
        """The ready-made choices, each with what it means."""
        return zip(self["preset"], [meaning for _, meaning in WORDS.values()], strict=True)

    def rows(self) -> Iterator[Row]:
        """The rows of the table."""
        for spec in self._specs:
            names = [(channel, _name(spec, channel)) for channel in self.reader.ways]
            yield Row(spec, [(channel, self[name] if name in self.fields else None) for channel, name in names])

    def _is_chosen(self, spec: NoticeSpec, channel: Channel) -> bool:
        """Read a box. A messenger that is not linked has none, nor has what only moderators get: it stays as it was."""
        if channel in self.reader.ways and spec in self._specs:
            return bool(self.cleaned_data.get(_name(spec, channel)))
        return self.reader.wants(spec.slug, channel)

    def choice(self) -> Choice:
        """The chosen preferences; the boxes count only if no ready-made choice is made."""
        preset = self.cleaned_data["preset"]
        own = {
            spec.slug: [channel for channel in Channel if self._is_chosen(spec, channel)] for spec in specs_to_choose()
        }
        return Choice(own if preset == Preset.CUSTOM else channels_of(preset), self.cleaned_data["reminders"])


def _is_for(reader: Reader, spec: NoticeSpec) -> bool:
    return not spec.permission or reader.user.has_perm(spec.permission)


def _name(spec: NoticeSpec, channel: Channel) -> str:
    return f"{spec.slug}-{channel}"


class PreferencesForm(NoticePreferencesForm):
    """The preferences for all matches, with the hour of the daily mail."""

    digest_hour = forms.TypedChoiceField(
        label=gettext_lazy("My hour for the daily mail"),
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        help_text=gettext_lazy("In your own time zone. On days without notices no mail comes."),
    )

    def __init__(self, reader: Reader, *args: Any, **kwargs: Any) -> None:
        super().__init__(reader, *args, **kwargs)
        self.initial.setdefault("digest_hour", reader.digest_hour)


class WebhookForm(forms.Form):
    """The URL and format of a webhook."""

    form = forms.ChoiceField(label=gettext_lazy("What it is"), choices=Webhook.Form.choices)
    url = forms.CharField(
        label=gettext_lazy("Address of the webhook"),
        max_length=500,
        widget=forms.URLInput({"placeholder": "https://", "autocomplete": "off"}),
    )
