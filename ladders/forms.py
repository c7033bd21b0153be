"""The organisers' forms."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from clubs.models import Club
from engine import AnyGame
from engine.table_settings import TimeControl
from foundation.language import Words
from ladders.models import Ladder, Tournament
from ladders.time_controls import offered_time_controls
from matches.web.option_form import OptionForm

HOUR, DAY = 3600, 24 * 3600
LONGEST_FILE = 60_000
TIME_CONTROLS = offered_time_controls()
ROUND_LENGTHS = {
    2 * HOUR: gettext_lazy("2 hours"),
    DAY: gettext_lazy("1 day"),
    7 * DAY: gettext_lazy("1 week"),
    14 * DAY: gettext_lazy("2 weeks"),
    28 * DAY: gettext_lazy("4 weeks"),
    56 * DAY: gettext_lazy("8 weeks"),
}
REPEATS = {
    0: gettext_lazy("Once"),
    7: gettext_lazy("Every week"),
    14: gettext_lazy("Every two weeks"),
    28: gettext_lazy("Every four weeks"),
    91: gettext_lazy("Every three months"),
}
DAY_AND_HOUR = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
HARD_HELP = gettext_lazy(
    "Hard suits a round that ends at its deadline. A calm clock stands still on vacations, the "
    "round does not: bots play out what it leaves no time for."
)
LAW_OF_TIME = gettext_lazy("In your own time zone.")
POINTS = (Tournament.Kind.SWISS, Tournament.Kind.ROBIN)
KNOCK_OUTS = (Tournament.Kind.KNOCKOUT, Tournament.Kind.FINAL)
OF_KINDS = (
    (POINTS, gettext_lazy("For Swiss and round robin"), ("rounds", "late_rounds")),
    (KNOCK_OUTS, gettext_lazy("For knock-outs and finals"), ("go_on",)),
    ((Tournament.Kind.FINAL,), gettext_lazy("For the final of a ladder"), ("ladder",)),
)
"""The fields of a new tournament that only some kinds have, with a heading."""


def _clock_choices() -> list[tuple[str, str]]:
    return [(key, words) for key, (words, _) in offered_time_controls().items()]


@dataclass(frozen=True)
class KindPart:
    """The fields that belong to some kinds of tournament."""

    kinds: str
    """The kinds, separated by spaces."""
    heading: Words
    fields: list[forms.BoundField]


class GameForm(OptionForm):
    """Fields that ladders and tournaments share: name, time control and the game's own options."""

    title = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        help_text=gettext_lazy("Everyone sees it. For example: “Tuesdays at the club”."),
    )
    time_control = forms.ChoiceField(label=gettext_lazy("Clock"), choices=_clock_choices)

    def __init__(self, game: AnyGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_options(game)

    def sizes(self) -> list[tuple[int, str]]:
        """The table sizes that the game allows, as choices."""
        return [(size, gettext("{size} players").format(size=size)) for size in self.game.players]

    def chosen_clock(self) -> TimeControl:
        """The chosen time control."""
        return TIME_CONTROLS[self.cleaned_data["time_control"]][1]

    def clean(self) -> dict[str, Any]:
        """Check that the game accepts the options."""
        if not self.errors:
            try:
                self.cleaned_data["options"] = self.options()
            except msgspec.ValidationError as error:
                raise forms.ValidationError(
                    gettext("These options cannot be used: {error}.").format(error=error)
                ) from error
        return self.cleaned_data


class LadderForm(GameForm):
    """Open a ladder."""

    seats_from = forms.TypedChoiceField(label=gettext_lazy("Fewest players at a table"), coerce=int)
    seats_to = forms.TypedChoiceField(label=gettext_lazy("Most players at a table"), coerce=int)
    divisions = forms.CharField(
        label=gettext_lazy("Divisions"),
        required=False,
        max_length=200,
        help_text=gettext_lazy(
            "From the highest down, separated by commas. Leave it empty for one ladder without divisions."
        ),
    )
    moves = forms.IntegerField(
        label=gettext_lazy("Players who change division after a season"), min_value=0, max_value=5, initial=2
    )

    def __init__(self, game: AnyGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.fields["time_control"].initial = "calm"
        for name in ("seats_from", "seats_to"):
            self.fields[name].choices = self.sizes()  # type: ignore[attr-defined]

    def division_names(self) -> list[str]:
        """The names of the divisions, highest first."""
        return [name.strip()[:40] for name in self.cleaned_data["divisions"].split(",") if name.strip()]


class TournamentForm(GameForm):
    """Announce a tournament."""

    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=Tournament.Kind.choices)
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Players at a table"),
        coerce=int,
        help_text=gettext_lazy("Where the numbers do not fit, tables differ by at most one."),
    )
    starts_at = forms.DateTimeField(label=gettext_lazy("Begins"), widget=DAY_AND_HOUR, help_text=LAW_OF_TIME)
    round_seconds = forms.TypedChoiceField(
        label=gettext_lazy("Longest time for a round"),
        coerce=int,
        choices=list(ROUND_LENGTHS.items()),
        initial=28 * DAY,
        help_text=gettext_lazy(
            "At least twice the time for an answer. Two hours before its end bots play out what is "
            "still on, so that a round never stalls."
        ),
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        required=False,
        min_value=0,
        max_value=40,
        help_text=gettext_lazy("Leave it empty for what suits the entries."),
    )
    go_on = forms.IntegerField(
        label=gettext_lazy("Players of each table who go on"),
        min_value=1,
        initial=1,
    )
    late_rounds = forms.IntegerField(
        label=gettext_lazy("Late entry up to round"),
        required=False,
        min_value=0,
        max_value=20,
        help_text=gettext_lazy("Players may enter until this round ends. Empty: no late entry."),
    )
    most_entries = forms.IntegerField(
        label=gettext_lazy("Most players"),
        min_value=2,
        max_value=200,
        initial=64,
        help_text=gettext_lazy("Later entries are put in reserve."),
    )
    ladder = forms.ModelChoiceField(
        label=gettext_lazy("Final of which ladder"),
        queryset=Ladder.objects.none(),
        # Only a final has this field: there is no final of none.
        empty_label=None,
        required=False,
    )
    repeat_days = forms.TypedChoiceField(
        label=gettext_lazy("Held again"),
        coerce=int,
        choices=list(REPEATS.items()),
        initial=0,
        help_text=gettext_lazy("By itself, as announced."),
    )

    def __init__(self, game: AnyGame, club: Club | None, data: QueryDict | None = None) -> None:
        sent = data.copy() if data else None
        super().__init__(game, sent)
        self.fields["time_control"].initial, self.fields["time_control"].help_text = "hard", HARD_HELP
        self.fields["seats"].choices = self.sizes()  # type: ignore[attr-defined]
        ladders = Ladder.objects.filter(game=game.slug, club=club)
        self.fields["ladder"].queryset = ladders  # type: ignore[attr-defined]
        if not ladders:
            # Without a ladder of the game there can be no final.
            del self.fields["ladder"]
            kinds = [choice for choice in Tournament.Kind.choices if choice[0] != Tournament.Kind.FINAL]
            self.fields["kind"].choices = kinds  # type: ignore[attr-defined]
        self.order_fields(["title", "kind", "seats", "starts_at", "time_control", "round_seconds"])
        if sent is not None:
            # Hidden fields are not sent, but the page shows them again when another kind is chosen.
            for name in self._foreign_fields():
                sent.setdefault(name, self.fields[name].initial)

    def common_fields(self) -> list[forms.BoundField]:
        """Return the fields that all kinds have."""
        special = {name for _, _, names in OF_KINDS for name in names}
        return [field for field in super().common_fields() if field.name not in special]

    def kind_parts(self) -> list[KindPart]:
        """Return the fields that only some kinds have."""
        parts = (
            (kinds, heading, [name for name in names if name in self.fields]) for kinds, heading, names in OF_KINDS
        )
        return [
            KindPart(" ".join(kinds), heading, [self[name] for name in names])
            for kinds, heading, names in parts
            if names
        ]

    def clean(self) -> dict[str, Any]:
        """Drop what was filled in for other kinds, and its errors."""
        for name in self._foreign_fields():
            self.errors.pop(name, None)
            self.cleaned_data[name] = self.fields[name].initial
        return super().clean()

    def _foreign_fields(self) -> Iterator[str]:
        """The fields of kinds other than the chosen one."""
        kind = self.data.get("kind")
        return (name for kinds, _, names in OF_KINDS if kind not in kinds for name in names if name in self.fields)


class SeasonForm(forms.Form):
    """Announce a season of a ladder."""

    title = forms.CharField(label=gettext_lazy("Name"), max_length=60, help_text=gettext_lazy("“Spring 2027”."))
    starts_at = forms.DateTimeField(label=gettext_lazy("Begins"), widget=DAY_AND_HOUR, help_text=LAW_OF_TIME)
    ends_at = forms.DateTimeField(label=gettext_lazy("Ends"), widget=DAY_AND_HOUR, help_text=LAW_OF_TIME)


class ListForm(forms.Form):
    """A club's list of players, typed or uploaded."""

    text = forms.CharField(
        label=gettext_lazy("The list"),
        required=False,
        # Browsers send line breaks as two characters.
        max_length=2 * LONGEST_FILE,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "A line for each player: the name here, and after a comma the division, if there are several."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"), required=False, help_text=gettext_lazy("CSV, as spreadsheets save it.")
    )

    def clean(self) -> dict[str, Any]:
        """Use the uploaded file's text if there is one."""
        file = self.cleaned_data.get("file")
        if file:
            raw = file.read(LONGEST_FILE + 1)
            if len(raw) > LONGEST_FILE:
                raise forms.ValidationError(gettext("The file is too large. Import it in parts."))
            try:
                self.cleaned_data["text"] = raw.decode("utf-8-sig")
            except UnicodeDecodeError:
                self.cleaned_data["text"] = raw.decode("latin-1")
        if not self.cleaned_data.get("text", "").strip() and not self.errors:
            raise forms.ValidationError(gettext("Type the list, or choose a file."))
        return self.cleaned_data


class ApartForm(forms.Form):
    """Name two players."""

    one = forms.CharField(label=gettext_lazy("A player"), max_length=30)
    other = forms.CharField(label=gettext_lazy("Another"), max_length=30)
