"""What people say and note beside a table: a part of the table's page, and a page of its own without scripts."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import rate_limited
from accounts.models import User
from games.models import Match
from games.selectors import game_title
from games.services import talk as services
from games.services.errors import Refused
from games.talk import LATEST, muted_by, talk_view
from games.views.common import reader, visible_match

WHOLE_TALK = 500
TOO_FAST = "You are writing very fast. Wait a minute, then send it again."
Act = Callable[[Match, User], None]


@require_safe
def talk(request: HttpRequest, number: int) -> HttpResponse:
    """All that this reader may read beside a table."""
    return _page(request, visible_match(request, number))


def _page(
    request: HttpRequest, match: Match, *, error: str = "", error_at: str = "", draft: str = "", status: int = 200
) -> HttpResponse:
    """The part that the table's page holds, or the whole page where there is no script."""
    part = bool(getattr(request, "htmx", False))
    whole = not part or "whole" in request.GET or "whole" in request.POST
    view = talk_view(match, request.user.pk, now=timezone.now(), latest=WHOLE_TALK if whole else LATEST)
    context = {
        "talk": view,
        "title": game_title(match),
        "whole": whole,
        "error": error,
        "error_at": error_at,
        "draft": draft,
        "longest": services.LONGEST_MESSAGE,
        "longest_note": services.LONGEST_NOTE,
    }
    # A part that a script asked for is shown whatever it says; a page carries its status.
    return render(request, "games/_talk.html" if part else "games/talk.html", context, status=200 if part else status)


def _acted(request: HttpRequest, number: int, act: Act, *, at: str = "", draft: str = "") -> HttpResponse:
    """Do something for the reader, then show the talk as it stands; or say why not, and keep what was written."""
    match = visible_match(request, number)
    try:
        act(match, reader(request))
    except Refused as refused:
        return _page(request, match, error=refused.message, error_at=at, draft=draft, status=refused.status)
    return _page(request, match) if request.htmx else redirect("games:talk", number)  # type: ignore[attr-defined]


@require_POST
@login_required
def say(request: HttpRequest, number: int) -> HttpResponse:
    """Say something."""
    reply: HttpResponse = _say(request, number)
    if reply.status_code == 429:
        room, text = request.POST.get("room", ""), request.POST.get("text", "")
        return _page(
            request, visible_match(request, number), error=TOO_FAST, error_at=room, draft=text, status=reply.status_code
        )
    return reply


@rate_limited("talk")
def _say(request: HttpRequest, number: int) -> HttpResponse:
    room, text = request.POST.get("room", ""), request.POST.get("text", "")

    def act(match: Match, user: User) -> None:
        services.message_write(match_id=match.pk, user=user, room=room, text=text, now=timezone.now())

    return _acted(request, number, act, at=room, draft=text)


def _named(request: HttpRequest) -> tuple[str, int]:
    """The room and the number that a form names; a number that is none is that of no message."""
    number = request.POST.get("number", "")
    whole = number.isascii() and number.isdecimal() and len(number) < 9
    return request.POST.get("room", ""), int(number) if whole else 0


@require_POST
@login_required
def take_back(request: HttpRequest, number: int) -> HttpResponse:
    """Take a message of one's own back."""
    room, message = _named(request)

    def act(match: Match, user: User) -> None:
        services.message_take_back(match_id=match.pk, user=user, room=room, number=message, now=timezone.now())

    return _acted(request, number, act, at=room)


@require_POST
@login_required
def read(request: HttpRequest, number: int) -> HttpResponse:
    """Note that a room has been read so far."""
    room, message = _named(request)

    def act(match: Match, user: User) -> None:
        services.messages_read(match=match, user=user, room=room, up_to=message)

    return _acted(request, number, act, at=room)


@require_POST
@login_required
def mute(request: HttpRequest, number: int) -> HttpResponse:
    """No longer read a message's author anywhere."""
    room, message = _named(request)

    def act(match: Match, user: User) -> None:
        services.author_mute(match=match, user=user, room=room, number=message)

    return _acted(request, number, act, at=room)


@require_POST
@login_required
def mute_table(request: HttpRequest, number: int) -> HttpResponse:
    """Hide or show the talk of this table."""
    muted = request.POST.get("muted") == "1"

    def act(match: Match, user: User) -> None:
        services.table_mute(match=match, user=user, muted=muted)

    return _acted(request, number, act)


@require_POST
@login_required
def star(request: HttpRequest, number: int) -> HttpResponse:
    """Put a table on one's own list, or take it off."""
    starred = request.POST.get("starred") == "1"

    def act(match: Match, user: User) -> None:
        services.table_star(match=match, user=user, starred=starred)

    return _acted(request, number, act)


@require_POST
@login_required
def note(request: HttpRequest, number: int) -> HttpResponse:
    """Keep what one has noted for oneself."""
    text = request.POST.get("text", "")

    def act(match: Match, user: User) -> None:
        services.note_write(match=match, user=user, text=text, now=timezone.now())

    return _acted(request, number, act, at="note", draft=text)


@login_required
def muted(request: HttpRequest) -> HttpResponse:
    """Whom one no longer reads, with a button to read them again."""
    user = reader(request)
    given = request.POST.get("user", "")
    if given.isascii() and given.isdecimal() and len(given) < 12:
        services.author_unmute(user=user, muted_id=int(given))
        return redirect("games:muted")
    return render(request, "games/muted.html", {"muted": muted_by(user)})
