"""The three choices of a quick table."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext, pgettext

from games.registry import GAMES
from matches.clocks.time_controls import usual_paces
from matches.web.views.company import Chip
from meeting.criteria import BOTS_AFTER, Criteria, criteria_for, sizes_offered, usual_criteria


def _boxes(label: str, choices: list[tuple[str, str]]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(label=label, choices=choices, required=False, widget=forms.CheckboxSelectMultiple)


class QuickForm(forms.Form):
    """Games, paces and seats. What is left empty means any, for the pace any over days."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["games"] = _boxes(gettext("Games"), [(slug, game.title) for slug, game in GAMES.items()])
        self.fields["paces"] = _boxes(
            gettext("Time for each answer"), [(key, words[0]) for key, words in usual_paces().items()]
        )
        self.fields["sizes"] = _boxes(gettext("Players"), [(str(count), str(count)) for count in sizes_offered()])

    def chips(self) -> Iterator[tuple[forms.BoundField, list[Chip]]]:
        """Yield each choice with its chips."""
        hints = usual_paces()
        for field in self:
            yield (
                field,
                [
                    Chip(box, box.choice_label, hints.get(str(box.data["value"]), ("", ""))[1])
                    for box in field.subwidgets
                ],
            )

    def criteria(self) -> Criteria:
        """What a valid form asks for."""
        data = self.cleaned_data
        return criteria_for(games=data["games"], paces=data["paces"], sizes=map(int, data["sizes"]))


def boxes_of(criteria: Criteria) -> Mapping[str, list[str]]:
    """The boxes to tick for these criteria; none where any will do."""
    usual = usual_criteria()
    return {
        "games": [] if set(criteria.games) == set(usual.games) else list(criteria.games),
        "paces": list(criteria.paces),
        "sizes": [] if set(criteria.sizes) == set(usual.sizes) else [str(size) for size in criteria.sizes],
    }


class BotsForm(forms.Form):
    """When bots may fill the table."""

    def __init__(self, *args: Any, offered: Iterable[int] = BOTS_AFTER, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", pgettext("bots", "never")), *((str(minutes), BOTS_AFTER[minutes]) for minutes in offered)]
        self.fields["minutes"] = forms.TypedChoiceField(
            label=gettext("If nobody comes, play with bots after"),
            coerce=int,
            empty_value=None,
            required=False,
            choices=choices,
            help_text=gettext("Such a match does not count for ratings."),
        )


def players_words(sizes: tuple[int, ...]) -> str:
    """Table sizes in words, such as "2, 3 or 4 players"."""
    if not sizes[1:]:
        return ngettext("{count} player", "{count} players", sizes[0]).format(count=sizes[0])
    return gettext("{sizes} or {last} players").format(sizes=", ".join(map(str, sizes[:-1])), last=sizes[-1])
