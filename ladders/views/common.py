"""Helpers the pages share: acting with a message, and checking who may organise."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, NamedTuple

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from accounts.models import User
from clubs.models import Club
from clubs.selectors.access import member_of
from engine import AnyGame
from foundation.errors import Refused
from games.registry import GAMES
from ladders.models import Ladder, Tournament
from ladders.selectors.access import is_organiser, seen_ladder, seen_tournament
from ladders.selectors.ladders import LadderSeen, ladder_with_divisions
from matches.view.options import describe
from matches.web.views.common import is_whole_number

View = Callable[..., HttpResponse]


def act(request: HttpRequest, back: str, do: Callable[[], object], done: str) -> HttpResponse:
    """Run an action and redirect with a message: done, or why not."""
    try:
        do()
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, done)
    return redirect(back)


def options_words(game: str, options: dict[str, Any]) -> list[tuple[str, str]]:
    """A game's options as pairs of words."""
    kind = GAMES[game].Options
    return describe(kind, msgspec.convert(options, kind))


def visible_ladder(request: HttpRequest, slug: str) -> Ladder:
    """The ladder, if this reader may know that it exists. Raises `Http404`."""
    found = seen_ladder(slug, request.user.pk)
    if found is None:
        raise Http404(gettext("There is no such ladder."))
    return found


def visible_divisions(request: HttpRequest, slug: str) -> LadderSeen:
    """The ladder with its divisions, if this reader may know that it exists. Raises `Http404`."""
    found = ladder_with_divisions(slug, request.user.pk)
    if found is None:
        raise Http404(gettext("There is no such ladder."))
    return found


def visible_tournament(request: HttpRequest, number: int) -> Tournament:
    """The tournament, if this reader may know that it exists. Raises `Http404`."""
    found = seen_tournament(number, request.user.pk)
    if found is None:
        raise Http404(gettext("There is no such tournament."))
    return found


def may_organise(request: HttpRequest, club_id: int | None = None) -> bool:
    """True if the reader runs the ladders and tournaments of a club, or those for everyone."""
    return isinstance(request.user, User) and is_organiser(request.user, club_id)


def ladder_run(request: HttpRequest, slug: str) -> Ladder:
    """The ladder, if the reader runs it. Raises `Http404` and `PermissionDenied`."""
    found = visible_ladder(request, slug)
    _check_runs(request, found.club_id)
    return found


def tournament_run(request: HttpRequest, number: int) -> Tournament:
    """The tournament, if the reader runs it. Raises `Http404` and `PermissionDenied`."""
    found = visible_tournament(request, number)
    _check_runs(request, found.club_id)
    return found


def _check_runs(request: HttpRequest, club_id: int | None) -> None:
    if not may_organise(request, club_id):
        raise PermissionDenied


def club_of_form(request: HttpRequest) -> Club | None:
    """The club that something new is for, if it is for one, and the reader runs it.

    Raises `Http404` and `PermissionDenied`.
    """
    given = request.GET.get("club", "")
    number = int(given) if is_whole_number(given) else None
    membership = member_of(number, request.user.pk) if number is not None else None
    if given and membership is None:
        raise Http404(gettext("There is no such club, or you are not a member."))
    _check_runs(request, number)
    return membership.club if membership is not None else None


def organisers_only(view: View) -> View:
    """Let organisers of the site in, ask visitors to log in, and refuse everyone else."""

    @wraps(view)
    @login_required
    def checked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not may_organise(request):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return checked


def title_of(slug: str) -> str:
    """A game's title."""
    game: AnyGame | None = GAMES.get(slug)
    return game.title if game else slug


class LadderRow(NamedTuple):
    """A ladder in a list of ladders."""

    ladder: Ladder
    title: str
    """The title of its game."""
    sizes: str


def ladder_rows(ladders: Iterable[Ladder]) -> list[LadderRow]:
    """Ladders as lists show them."""
    return [LadderRow(one, title_of(one.game), sizes_words(one.seats_from, one.seats_to)) for one in ladders]


def sizes_words(fewest: int, most: int) -> str:
    """The table sizes in words: "Tables of 3 and 4"."""
    if fewest == most:
        return gettext("Tables of {size}").format(size=fewest)
    words = gettext("Tables of {fewest} and {most}") if most == fewest + 1 else gettext("Tables of {fewest} to {most}")
    return words.format(fewest=fewest, most=most)
