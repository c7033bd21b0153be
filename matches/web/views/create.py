"""Opening a table."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST

from accounts.identity.readers import reader
from engine import AnyGame
from engine.table_settings import TableSettings
from foundation.errors import Refused
from games.registry import GAMES
from matches.lobby.bot_tables import PACE, open_bot_table
from matches.lobby.tables import create_match
from matches.log.seeds import LONGEST_CONTRIBUTION, offer_seed
from matches.web.option_form import OptionForm
from matches.web.views.clock_fields import clock_fields, clock_of
from matches.web.views.common import refusal
from matches.web.views.company import (
    BOTS,
    COMPANY,
    Chip,
    chips,
    chosen_seats,
    company_fields,
    pace_field,
    sharp_seconds_field,
    stand_in_field,
)
from matches.web.views.lobby_form import language_field, rating_field, reliability_field

OF_THINKING_TIME = ("rated_thinking_time", "no_such_thinking_time")
IN_VIEW = ("company", "level", "players", "picked", "friends", "pace", "turn_seconds")
"""Fields that no list of further options hides."""

JOINING = ("language", "least_reliability", "least_rating", "most_rating")
"""Fields about those who join."""


class TableForm(OptionForm):
    """Who plays, how fast, who may watch, and the options of one game. Unchecked boxes suit most tables."""

    private = forms.BooleanField(
        label=gettext_lazy("Private"), required=False, help_text=gettext_lazy("Only players and invited people see it.")
    )
    hide_answered = forms.BooleanField(
        label=gettext_lazy("Hide who has answered"),
        required=False,
        help_text=gettext_lazy("Nobody sees whose envelope is in before the round closes."),
    )
    no_spectators = forms.BooleanField(
        label=gettext_lazy("Without spectators"),
        required=False,
        help_text=gettext_lazy("Only the players see the table, during the match and after."),
    )
    take_backs = forms.BooleanField(
        label=gettext_lazy("Rounds may be taken back"),
        required=False,
        help_text=gettext_lazy(
            "If all players agree, and the round showed nothing hidden. Unrated tables always allow it."
        ),
    )
    anonymous = forms.BooleanField(
        label=gettext_lazy("Without names"),
        required=False,
        help_text=gettext_lazy(
            "Until the end the players are “Player 1”, “Player 2” and so on. Seats are drawn at the start."
        ),
    )
    language = language_field(
        label=gettext_lazy("Chat language"), help_text=gettext_lazy("Shown in the list of tables.")
    )
    least_reliability = reliability_field(
        label=gettext_lazy("Ask those who join for"),
        help_text=gettext_lazy("People with few turns so far may join too, and all whom you invite."),
    )
    least_rating = rating_field(
        label=gettext_lazy("Lowest rating of those who join"), help_text=gettext_lazy("A newcomer has 1500.")
    )
    most_rating = rating_field(
        label=gettext_lazy("Highest rating of those who join"), help_text=gettext_lazy("Leave it empty for any.")
    )
    unrated = forms.BooleanField(
        label=gettext_lazy("Does not count for ratings and ladders"),
        required=False,
        help_text=gettext_lazy("Players can then ask for hints."),
    )
    contribution = forms.CharField(
        label=gettext_lazy("Your words for the shuffle"),
        required=False,
        max_length=LONGEST_CONTRIBUTION,
        help_text=gettext_lazy(
            "They are mixed into the dice and shuffles. The site’s part is fixed already, so it cannot "
            "fit that to your words. Leave it empty to add none."
        ),
    )

    seed_token = forms.CharField(required=False, max_length=1000, widget=forms.HiddenInput)

    def __init__(self, game: AnyGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update(company_fields(game, self.data.get("company", "")))
        self.fields["pace"] = pace_field()
        self.fields.update(clock_fields())
        self.fields["stand_in_level"] = stand_in_field(game)
        self.fields["sharp_seconds"] = sharp_seconds_field()
        self.fields["turn_seconds"].required = not self.data.get("pace") and self.data.get("company") != BOTS
        self.add_options(game)

    def clean(self) -> dict[str, Any]:
        """Refuse fields that the form does not have."""
        unknown = set(self.data) - set(self.fields) - {"csrfmiddlewaretoken"}
        if unknown:
            raise forms.ValidationError(gettext("This form has a field that nobody asked for. Load the page again."))
        return self.cleaned_data

    def seats(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        """Yield the fields of each seat except the host's."""
        for number in range(1, self.game.players[-1]):
            yield self[f"seat_{number}"], self[f"name_{number}"]

    def company_chips(self) -> Iterable[Chip]:
        """Return the choices of who plays."""
        return chips(self, "company")

    def level_chips(self) -> Iterable[Chip]:
        """Return the choices of how well bots play."""
        return chips(self, "level")

    def player_chips(self) -> Iterable[Chip]:
        """Return the choices of how many play."""
        return chips(self, "players")

    def pace_chips(self) -> Iterable[Chip]:
        """Return the choices of how fast they play."""
        return chips(self, "pace")

    def is_unfolded(self) -> bool:
        """True if an error stands among the further options."""
        return any(
            not name.startswith((*IN_VIEW, "seat_", "name_")) for name in self.errors if name != NON_FIELD_ERRORS
        )


@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """Choose the game for a new table."""
    return render(
        request, "matches/choose.html", {"games": list(GAMES.values()), "picked": request.GET.getlist("picked")}
    )


@login_required
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table."""
    if slug not in GAMES:
        raise Http404(gettext("There is no such game."))
    company = request.GET.get("company")
    initial: dict[str, Any] = {"picked": request.GET.getlist("picked")}
    if company in COMPANY:
        initial["company"] = company
    form = TableForm(GAMES[slug], request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        number = _create(request, form)
        if number is not None:
            return redirect("matches:table", number)
    page = {"form": form, "game": GAMES[slug], "seed": offer_seed(host_id=reader(request).pk)}
    return render(request, "matches/create.html", page, status=400 if form.errors else 200)


@require_POST
@login_required
def play_bots(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table with bots alone, which begins at once."""
    if slug not in GAMES:
        raise Http404(gettext("There is no such game."))
    try:
        match = open_bot_table(host=reader(request), slug=slug, now=timezone.now())
    except Refused as refused:
        return refusal(request, refused)
    return redirect("matches:table", match.pk)


def _create(request: HttpRequest, form: TableForm) -> int | None:
    """Create the match and return its ID, or add the error to the form."""
    data = form.cleaned_data
    with_bots = data["company"] == BOTS
    try:
        match = create_match(
            host=reader(request),
            slug=form.game.slug,
            options=form.options(),
            seats=chosen_seats(form.game, data),
            time_control=PACE if with_bots else clock_of(data),
            table_settings=TableSettings(
                private=data["private"],
                hide_answered=data["hide_answered"],
                spectators=not data["no_spectators"],
                anonymous=data["anonymous"],
                take_backs=data["take_backs"],
                stand_in_level=data["stand_in_level"],
                sharp_seconds=data["sharp_seconds"],
                rated=not data["unrated"] and not with_bots,
                **{name: data[name] for name in JOINING},
            ),
            contribution=data["contribution"],
            seed_token=data["seed_token"],
            now=timezone.now(),
        )
    except Refused as refused:
        form.add_error("sharp_seconds" if refused.code in OF_THINKING_TIME else None, refused.message)
        return None
    except msgspec.ValidationError as error:
        form.add_error(None, gettext("These options cannot be used: {error}.").format(error=error))
        return None
    return int(match.pk)
