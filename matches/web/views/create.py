"""Announcing a table."""

from collections.abc import Iterator
from typing import Any

import msgspec
from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from games.bots import bots_of
from games.engine import AnyGame
from games.options import option_fields, options_from
from games.rules.registry import GAMES
from games.services.errors import Refused
from games.services.lobby import LONGEST_CONTRIBUTION, SeatWish, match_create
from games.services.seeds import seed_offer
from games.terms import Manners
from games.views.clock_fields import clock_fields, clock_of
from games.views.common import reader

OPTION_PREFIX = "option_"
NO_SEAT = ""


class CompanyFields(forms.Form):
    """Who may look on, whether names show, whether it counts. Unticked is what most tables want."""

    no_spectators = forms.BooleanField(
        label="Without spectators",
        required=False,
        help_text="Only the players see the table, during the match and after.",
    )
    anonymous = forms.BooleanField(
        label="Without names",
        required=False,
        help_text="Until the end the players are “Player 1”, “Player 2” and so on. Seats are drawn at the start.",
    )
    unrated = forms.BooleanField(label="Does not count for ratings and ladders", required=False)

    def company(self) -> dict[str, bool]:
        """These wishes as `Manners` calls them."""
        data = self.cleaned_data
        return {
            "spectators": not data["no_spectators"],
            "anonymous": data["anonymous"],
            "rated": not data["unrated"],
        }


class TableForm(CompanyFields):
    """Seats, clock, privacy and the options of one game."""

    private = forms.BooleanField(label="Private", required=False, help_text="Only players and invited people see it.")
    hide_answered = forms.BooleanField(
        label="Hide who has answered",
        required=False,
        help_text="Nobody sees whose envelope is in before the round closes.",
    )
    contribution = forms.CharField(
        label="Your words for the shuffle",
        required=False,
        max_length=LONGEST_CONTRIBUTION,
        help_text="They are mixed into the chance of this match, so that nobody can have chosen it. "
        "Leave it empty for random ones.",
    )

    seed_token = forms.CharField(required=False, max_length=1000, widget=forms.HiddenInput)

    def __init__(self, game: AnyGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields.update(clock_fields())
        for number in range(1, game.players[-1]):
            needed = number < game.players[0]
            self.fields[f"seat_{number}"] = _seat_field(game, number, needed=needed)
            self.fields[f"name_{number}"] = forms.CharField(label="Player’s name", required=False, max_length=30)
        for name, field in option_fields(game.Options).items():
            self.fields[OPTION_PREFIX + name] = field

    def clean(self) -> dict[str, Any]:
        """Refuse fields that the form does not have."""
        unknown = set(self.data) - set(self.fields) - {"csrfmiddlewaretoken"}
        if unknown:
            raise forms.ValidationError("This form has a field that nobody asked for. Load the page again.")
        return self.cleaned_data

    def seats(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of each seat but the host's."""
        for number in range(1, self.game.players[-1]):
            yield self[f"seat_{number}"], self[f"name_{number}"]

    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the game's own options."""
        return [self[name] for name in self.fields if name.startswith(OPTION_PREFIX)]

    def wishes(self) -> list[SeatWish]:
        """The seats wanted, in order."""
        chosen = [
            (self.cleaned_data[f"seat_{number}"], self.cleaned_data[f"name_{number}"])
            for number in range(1, self.game.players[-1])
        ]
        return [_wish(kind, name) for kind, name in chosen if kind != NO_SEAT]

    def options(self) -> Any:
        """The typed options of the game."""
        cut = len(OPTION_PREFIX)
        cleaned = {name[cut:]: value for name, value in self.cleaned_data.items() if name.startswith(OPTION_PREFIX)}
        return options_from(self.game.Options, cleaned)


def _wish(kind: str, name: str) -> SeatWish:
    if kind.startswith("bot:"):
        return SeatWish("bot", kind.removeprefix("bot:"))
    return SeatWish(kind, name)


def _seat_field(game: AnyGame, number: int, *, needed: bool) -> forms.ChoiceField:
    bots = [(f"bot:{brain}", f"A bot: {brain}") for brain in reversed(list(bots_of(game)))]
    people = [("open", "Anyone"), ("link", "By invitation link"), ("named", "A player by name")]
    nobody = [] if needed else [(NO_SEAT, "No seat")]
    return forms.ChoiceField(
        label=f"Seat {number + 1}",
        required=needed,
        choices=[*nobody, *people, *bots],
        initial="open" if needed else NO_SEAT,
    )


@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """Choose a game to open a table of."""
    return render(request, "games/choose.html", {"games": list(GAMES.values())})


@login_required
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table."""
    if slug not in GAMES:
        raise Http404("There is no such game.")
    form = TableForm(GAMES[slug], request.POST or None)
    if request.method == "POST" and form.is_valid():
        number = _create(request, form)
        if number is not None:
            return redirect("games:table", number)
    page = {"form": form, "game": GAMES[slug], "seed": seed_offer(host_id=reader(request).pk)}
    return render(request, "games/create.html", page, status=400 if form.errors else 200)


def _create(request: HttpRequest, form: TableForm) -> int | None:
    """Make the match, or put the reason why not on the form."""
    data = form.cleaned_data
    try:
        match = match_create(
            host=reader(request),
            slug=form.game.slug,
            options=form.options(),
            seats=form.wishes(),
            clock=clock_of(data),
            manners=Manners(private=data["private"], hide_answered=data["hide_answered"], **form.company()),
            contribution=data["contribution"],
            seed_token=data["seed_token"],
            now=timezone.now(),
        )
    except Refused as refused:
        form.add_error(None, refused.message)
        return None
    except msgspec.ValidationError as error:
        form.add_error(None, f"These options cannot be used: {error}.")
        return None
    return int(match.pk)
