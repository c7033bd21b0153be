"""What the pages share: acting and saying what came of it, and who may organise."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import User
from accounts.selectors import user_by_name
from games.engine import AnyGame
from games.options import describe
from games.rules.registry import GAMES
from games.services.errors import Refused

View = Callable[..., HttpResponse]


def act(request: HttpRequest, back: str, do: Callable[[], object], done: str) -> HttpResponse:
    """Do something and lead back with a sentence: that it is done, or why not."""
    try:
        do()
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, done)
    return redirect(back)


def refusal_of(check: Callable[[], None]) -> str:
    """Why a check refuses, so that a page offers no button for it; nothing where it lets pass."""
    try:
        check()
    except Refused as refused:
        return refused.message
    return ""


def options_said(game: str, options: dict[str, Any]) -> list[tuple[str, str]]:
    """The options of a game as pairs of words."""
    kind = GAMES[game].Options
    return describe(kind, msgspec.convert(options, kind))


def may_organise(request: HttpRequest) -> bool:
    """Whether the reader runs ladders and tournaments."""
    return isinstance(request.user, User) and request.user.has_perm("ladders.organise")


def organisers_only(view: View) -> View:
    """Let organisers in, ask visitors to log in, and refuse everyone else."""

    @wraps(view)
    @login_required
    def checked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not may_organise(request):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return checked


def player_named(name: str) -> User:
    """The user of this name. Raises `Refused`."""
    user = user_by_name(name=name.strip())
    if user is None:
        raise Refused("no_such_player", f"There is no player named “{name.strip()}”. Check the spelling.")
    return user


def title_of(slug: str) -> str:
    """A game's title."""
    game: AnyGame | None = GAMES.get(slug)
    return game.title if game else slug


def sizes_words(fewest: int, most: int) -> str:
    """The sizes of tables in words: "Tables of 3 and 4"."""
    if fewest == most:
        return f"Tables of {fewest}"
    return f"Tables of {fewest} {'and' if most == fewest + 1 else 'to'} {most}"
