"""Playing on from a position of a finished or uploaded match."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.identity.readers import reader
from accounts.security.limits import costly, rate_limited
from engine import Player
from engine.language import say
from engine.table_settings import TimeControl
from engine.view import MatchView
from foundation.errors import Refused
from foundation.language import Words
from games.levels import LEVELS, USUAL, levels_of
from games.registry import GAMES
from matches.clocks.time_controls import pace_of, usual_paces
from matches.lobby.bot_tables import PACE
from matches.lobby.forks import ANYONE, BOTS, LINK, Start, play_on, start_in_match, start_in_replay
from matches.models.social import Replay
from matches.view.match_view import match_view, seat_of
from matches.view.replays import replay_view
from matches.web.pictures.position import words_of_position
from matches.web.views.common import refusal, visible_match
from matches.web.views.company import USUAL_PACE, Chip

COMPANY: Mapping[str, tuple[Words, Words]] = {
    BOTS: (gettext_lazy("Bots"), gettext_lazy("Starts at once.")),
    LINK: (gettext_lazy("Friends"), gettext_lazy("You get a link to send.")),
    ANYONE: (gettext_lazy("Anyone"), gettext_lazy("Starts when it is full.")),
}


class ForkForm(forms.Form):
    """Which seat to take, and who takes the others."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Your seat"), coerce=int, widget=forms.RadioSelect)
    company = forms.ChoiceField(label=gettext_lazy("Who plays the others?"), widget=forms.RadioSelect, initial=BOTS)
    level = forms.ChoiceField(label=gettext_lazy("How well they play"), widget=forms.RadioSelect, initial=USUAL)
    pace = forms.ChoiceField(label=gettext_lazy("Time for each answer"), widget=forms.RadioSelect, initial=USUAL_PACE)

    def __init__(self, start: Start, view: MatchView, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        names = {
            str(seat.player): gettext("Seat {number}: {name}").format(number=seat.player + 1, name=seat.name)
            for seat in view.seats
        }
        self._choose("seat", names)
        self._choose("company", {key: COMPANY[key][0] for key in start.companies})
        self._choose("level", {name: name.capitalize() for name in levels_of(GAMES[view.slug])})
        self._choose("pace", {key: title for key, (title, _) in usual_paces().items()})

    def _choose(self, name: str, choices: Mapping[str, Words]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for mypy
        field.choices = list(choices.items())

    def chips(self, name: str) -> list[Chip]:
        """Return the answers of a question as chips."""
        hints: Mapping[str, Mapping[str, tuple[Words, Words]]] = {
            "company": COMPANY,
            "pace": usual_paces(),
            "level": {key: ("", say(one.in_short)) for key, one in LEVELS.items()},
        }
        return [
            Chip(one, one.choice_label, hints.get(name, {}).get(str(one.data["value"]), ("", ""))[1])
            for one in self[name].subwidgets
        ]

    def questions(self) -> list[tuple[str, forms.BoundField, list[Chip]]]:
        """Return each question but that of the seat with a class for its place, and its answers as chips."""
        return [(f"create-{name}", self[name], self.chips(name)) for name in ("company", "level", "pace")]


@dataclass(frozen=True)
class Place:
    """A position that a page shows, and where it came from."""

    start: Start
    view: MatchView
    picture: str
    """The address of its picture, which takes a seat."""
    back: str

    def seen_by(self, seat: Player) -> tuple[str, str]:
        """Return the address of what a seat saw then, and the same in words. All is open, as the match is over."""
        seen = GAMES[self.view.slug].observation(self.start.state, seat)
        return f"{self.picture}?seat={seat + 1}", words_of_position(replace(self.view, me=seat, seen=seen))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limited("play_on")
@costly
def from_match(request: HttpRequest, number: int, step: int) -> HttpResponse:
    """Play on from a step of a finished match."""

    def find() -> Place:
        match = visible_match(request, number)
        start = start_in_match(match, step, request.user.pk)
        view = match_view(match, seat_of(match, request.user.pk), at_step=step, log_steps=0)
        picture, back = (reverse(f"matches:{name}", args=[number, step]) for name in ("step_svg", "replay"))
        return Place(start, view, picture, back)

    return _page(request, find)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limited("play_on")
@costly
def from_replay(request: HttpRequest, token: str, step: int) -> HttpResponse:
    """Play on from a step of an uploaded match."""

    def find() -> Place:
        kept = get_object_or_404(Replay, token=token)
        start = start_in_replay(kept, step)
        # The pages of a replay count all steps of its record, also those that share a number.
        at = len(start.record.steps) - 1
        picture, back = (reverse(f"matches:replay_{name}", args=[token, at]) for name in ("svg", "step"))
        return Place(start, replay_view(kept, None, at), picture, back)

    return _page(request, find)


def _page(request: HttpRequest, find: Callable[[], Place]) -> HttpResponse:
    try:
        place = find()
        form = ForkForm(place.start, place.view, request.POST or None, initial={"seat": place.view.me or 0})
        if request.method == "POST" and form.is_valid():
            asked = form.cleaned_data
            match = play_on(
                host=reader(request),
                start=place.start,
                seat=asked["seat"],
                company=asked["company"],
                level=asked["level"],
                time_control=PACE if asked["company"] == BOTS else TimeControl(*pace_of(asked["pace"])),
                now=timezone.now(),
            )
            return redirect("matches:table", match.pk)
    except IndexError as error:
        raise Http404(gettext("There is no such step.")) from error
    except Refused as refused:
        return refusal(request, refused)
    seats = [(chip, *place.seen_by(seat)) for seat, chip in enumerate(form.chips("seat"))]
    page = {"form": form, "place": place, "view": place.view, "seats": seats}
    return render(request, "matches/fork.html", page, status=400 if form.errors else 200)
