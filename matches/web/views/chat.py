"""Chat and notes: a part of the table's page, and a page of its own without scripts."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.readers import reader
from accounts.models import User
from accounts.security.limits import rate_limited
from foundation.errors import Refused, refusal_words
from foundation.language import Words
from matches.chat import write as services
from matches.chat.read import LATEST, chat_view, muted_by
from matches.models import Match
from matches.view.match_view import game_title
from matches.web.invited import socket_of
from matches.web.views.common import asks_for_part, visible_match

WHOLE_CHAT = 500
TOO_FAST = gettext_lazy("You are writing very fast. Wait a minute, then send it again.")
Act = Callable[[Match, User], None]


@require_safe
def chat(request: HttpRequest, number: int) -> HttpResponse:
    """The whole chat of a table, as far as this reader may read it."""
    return _page(request, visible_match(request, number))


def _page(
    request: HttpRequest, match: Match, *, error: Words = "", error_at: str = "", draft: str = "", status: int = 200
) -> HttpResponse:
    """Render the part in the table's page, or the whole page without scripts."""
    part = asks_for_part(request)
    whole = not part or "whole" in request.GET or "whole" in request.POST
    user, now = request.user, timezone.now()
    view = chat_view(match, user, now=now, latest=WHOLE_CHAT if whole else LATEST)
    context = {
        "chat": view,
        "muted": refusal_words(lambda: services.check_may_speak(user, now)) if isinstance(user, User) else "",
        "title": game_title(match),
        "whole": whole,
        "error": error,
        "error_at": error_at,
        "draft": draft,
        "longest": services.LONGEST_MESSAGE,
        "longest_note": services.LONGEST_NOTE,
        "socket": socket_of(request, match),
    }
    # Scripts show a part whatever its status, so only a page carries an error status.
    return render(
        request, "matches/_chat.html" if part else "matches/chat.html", context, status=200 if part else status
    )


def _run(request: HttpRequest, number: int, act: Act, *, at: str = "", draft: str = "") -> HttpResponse:
    """Run `act` and show the updated chat, or the reason why not with the reader's draft."""
    match = visible_match(request, number)
    try:
        act(match, reader(request))
    except Refused as refused:
        return _page(request, match, error=refused.message, error_at=at, draft=draft, status=refused.status)
    return _page(request, match) if asks_for_part(request) else redirect("matches:chat", number)


@require_POST
@login_required
def say(request: HttpRequest, number: int) -> HttpResponse:
    """Send a message."""
    reply: HttpResponse = _say(request, number)
    if reply.status_code == 429:
        room, text = request.POST.get("room", ""), request.POST.get("text", "")
        return _page(
            request, visible_match(request, number), error=TOO_FAST, error_at=room, draft=text, status=reply.status_code
        )
    return reply


@rate_limited("chat")
def _say(request: HttpRequest, number: int) -> HttpResponse:
    room, text = request.POST.get("room", ""), request.POST.get("text", "")

    def act(match: Match, user: User) -> None:
        services.write_message(match_id=match.pk, user=user, room=room, text=text, now=timezone.now())

    return _run(request, number, act, at=room, draft=text)


def _named(request: HttpRequest) -> tuple[str, int]:
    """Return the room and message number of a form; an invalid number becomes 0, which no message has."""
    number = request.POST.get("number", "")
    whole = number.isascii() and number.isdecimal() and len(number) < 9
    return request.POST.get("room", ""), int(number) if whole else 0


@require_POST
@login_required
def take_back(request: HttpRequest, number: int) -> HttpResponse:
    """Take back one of the reader's messages."""
    room, message = _named(request)

    def act(match: Match, user: User) -> None:
        services.take_back_message(match_id=match.pk, user=user, room=room, number=message, now=timezone.now())

    return _run(request, number, act, at=room)


@require_POST
@login_required
def read(request: HttpRequest, number: int) -> HttpResponse:
    """Mark a room as read up to a message."""
    room, message = _named(request)

    def act(match: Match, user: User) -> None:
        services.mark_messages_read(match=match, user=user, room=room, up_to=message)

    return _run(request, number, act, at=room)


@require_POST
@login_required
def mute(request: HttpRequest, number: int) -> HttpResponse:
    """Mute a message's author everywhere."""
    room, message = _named(request)

    def act(match: Match, user: User) -> None:
        services.mute_author(match=match, user=user, room=room, number=message)

    return _run(request, number, act, at=room)


@require_POST
@login_required
def mute_table(request: HttpRequest, number: int) -> HttpResponse:
    """Hide or show the chat of this table."""
    muted = request.POST.get("muted") == "1"

    def act(match: Match, user: User) -> None:
        services.mute_match_chat(match=match, user=user, muted=muted)

    return _run(request, number, act)


@require_POST
@login_required
def star(request: HttpRequest, number: int) -> HttpResponse:
    """Star or unstar a table."""
    starred = request.POST.get("starred") == "1"

    def act(match: Match, user: User) -> None:
        services.star_table(match=match, user=user, starred=starred)

    return _run(request, number, act)


@require_POST
@login_required
def note(request: HttpRequest, number: int) -> HttpResponse:
    """Save the reader's private note."""
    text = request.POST.get("text", "")

    def act(match: Match, user: User) -> None:
        services.write_note(match=match, user=user, text=text, now=timezone.now())

    return _run(request, number, act, at="note", draft=text)


@login_required
def muted_people(request: HttpRequest) -> HttpResponse:
    """List the authors that the reader has muted, or unmute one."""
    user = reader(request)
    given = request.POST.get("user", "")
    if given.isascii() and given.isdecimal() and len(given) < 12:
        services.unmute_author(user=user, muted_id=int(given))
        return redirect("matches:muted")
    return render(request, "matches/muted.html", {"muted": muted_by(user)})
