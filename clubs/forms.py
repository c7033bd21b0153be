"""The forms of a club: what it says, and a table of it."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from clubs.models import Club
from clubs.policy import LONGEST_ABOUT, LONGEST_TITLE
from games.registry import GAMES
from matches.clocks.time_controls import usual_paces


class ClubForm(forms.Form):
    """Found a club, or change it. The service checks the content."""

    title = forms.CharField(label=gettext_lazy("Name"), max_length=LONGEST_TITLE)
    about = forms.CharField(
        label=gettext_lazy("What it is about"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Everyone who may see the club reads this."),
    )
    joining = forms.ChoiceField(
        label=pgettext_lazy("a club", "Who may join"),
        choices=Club.Joining.choices,
        initial=Club.Joining.REQUEST,
        widget=forms.RadioSelect,
    )


class TableForm(forms.Form):
    """Open a table for the members."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games, paces = [(slug, game.title) for slug, game in GAMES.items()], usual_paces().items()
        self.fields["game"] = forms.ChoiceField(label=gettext("Game"), choices=games)
        self.fields["pace"] = forms.ChoiceField(
            label=gettext("Time for each answer"), choices=[(k, w[0]) for k, w in paces]
        )
        self.fields["seats"] = forms.IntegerField(label=gettext("Players"), min_value=2, max_value=12, initial=3)
        self.fields["rated"] = forms.BooleanField(label=gettext("It counts for ratings"), required=False, initial=True)
