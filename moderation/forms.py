"""Forms for reports and the desk."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from accounts.web.forms import NAME_HELP, NewNameForm
from moderation import policy
from moderation.models import Category, PlayerNote, Report, SavedAnswer

if TYPE_CHECKING:
    NoteModelForm = forms.ModelForm[PlayerNote]
    AnswerModelForm = forms.ModelForm[SavedAnswer]
else:
    NoteModelForm = AnswerModelForm = forms.ModelForm

NO_SEAT = ("", gettext_lazy("The table as a whole"))


class ReportForm(forms.Form):
    """A report."""

    seat = forms.ChoiceField(label=gettext_lazy("Whom it is about"), required=False)
    category = forms.ChoiceField(
        label=gettext_lazy("What it is about"), choices=[("", gettext_lazy("Choose")), *Category.choices]
    )
    words = forms.CharField(
        label=gettext_lazy("What happened"),
        max_length=policy.LONGEST_REPORT,
        widget=forms.Textarea({"rows": 5}),
        help_text=gettext_lazy(
            "Moderators read it, nobody else. They see the table as a spectator does: say what to look at."
        ),
    )

    def __init__(self, *args: object, seats: Sequence[tuple[str, str]] = (), **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if seats:
            self.fields["seat"].choices = [NO_SEAT, *seats]  # type: ignore[attr-defined]
        else:
            del self.fields["seat"]


class CloseForm(forms.Form):
    """The outcome of a report."""

    outcome = forms.ChoiceField(
        label=gettext_lazy("What you found"),
        choices=[choice for choice in Report.Outcome.choices if choice[0]],
        widget=forms.RadioSelect,
    )
    answer = forms.CharField(
        label=gettext_lazy("To the reporter"),
        required=False,
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy(
            "They are told whether we acted, and also read this. Never write what was done to somebody else."
        ),
    )
    note = forms.CharField(
        label=gettext_lazy("For the audit"),
        max_length=2000,
        widget=forms.Textarea({"rows": 2}),
        help_text=gettext_lazy("What you looked at and found. Only moderators read it."),
    )


class HandOverForm(forms.Form):
    """The next moderator of a report."""

    to = forms.ChoiceField(label=gettext_lazy("Hand over to"), required=False)

    def __init__(self, *args: object, others: Iterable[User], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        names = [(str(user.pk), user.display_name) for user in others]
        self.fields["to"].choices = [("", gettext("Back to all")), *names]  # type: ignore[attr-defined]


class NameForm(NewNameForm):
    """A new name after one was taken away."""

    username = forms.CharField(
        label=gettext_lazy("Your new name"),
        help_text=NAME_HELP,
        widget=forms.TextInput({"maxlength": 24, "autocomplete": "username"}),
    )


class NoteForm(NoteModelForm):
    """A note about a player."""

    class Meta:
        model = PlayerNote
        fields = ("text",)
        labels = {"text": gettext_lazy("New note")}
        widgets = {"text": forms.Textarea({"rows": 2})}
        help_texts = {
            "text": gettext_lazy(
                "All moderators read it; the player does not, unless they ask for all data about them."
            )
        }


class AnswerForm(AnswerModelForm):
    """A saved answer."""

    class Meta:
        model = SavedAnswer
        fields = ("title", "text")
        labels = {"title": gettext_lazy("Name"), "text": gettext_lazy("What the reporter reads")}
        widgets = {"text": forms.Textarea({"rows": 3})}
