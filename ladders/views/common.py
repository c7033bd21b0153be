"""Helpers the pages share: acting with a message, and checking who may organise."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.identity.selectors import user_by_name
from accounts.models import User
from engine import AnyGame
from foundation.errors import Refused
from games.registry import GAMES
from matches.view.options import describe

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


def refusal_of(check: Callable[[], None]) -> str:
    """The reason a check refuses, so that a page can hide the button; empty if it passes."""
    try:
        check()
    except Refused as refused:
        return refused.message
    return ""


def options_words(game: str, options: dict[str, Any]) -> list[tuple[str, str]]:
    """A game's options as pairs of words."""
    kind = GAMES[game].Options
    return describe(kind, msgspec.convert(options, kind))


def may_organise(request: HttpRequest) -> bool:
    """Return True if the reader runs ladders and tournaments."""
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
    """The user with this name. Raises `Refused`."""
    user = user_by_name(name=name.strip())
    if user is None:
        raise Refused("no_such_player", f"There is no player named “{name.strip()}”. Check the spelling.")
    return user


def title_of(slug: str) -> str:
    """A game's title."""
    game: AnyGame | None = GAMES.get(slug)
    return game.title if game else slug


def sizes_words(fewest: int, most: int) -> str:
    """The table sizes in words: "Tables of 3 and 4"."""
    if fewest == most:
        return f"Tables of {fewest}"
    return f"Tables of {fewest} {'and' if most == fewest + 1 else 'to'} {most}"
