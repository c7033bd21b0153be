"""Replays: imported match files, visible to their owner and to anyone with the link."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import conditional_page, require_http_methods, require_POST, require_safe

from accounts.identity.readers import reader
from accounts.security.limits import asking_for_costly, rate_limited, step_shown
from engine.view import MatchView
from foundation.errors import Refused
from matches.models.social import Replay
from matches.play.replays import MOST_REPLAYS, import_replay, remove_replay
from matches.view.record_check import LARGEST_FILE, title_of
from matches.view.replays import match_of_replay, replay_view
from matches.web.pictures.position import picture, policy, words_of_position
from matches.web.views.common import refused_by_length

FILE_MISSING = gettext_lazy("Choose a file first: the record that a finished match gives to be taken away.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limited("replay")
def replays(request: HttpRequest) -> HttpResponse:
    """List the reader's replays, or import one."""
    me, error, status = reader(request), "", 200
    if request.method == "POST":
        try:
            whose = asking_for_costly(request, me)
            kept = import_replay(owner=me, data=_file_of(request), now=timezone.now(), whose=whose)
        except Refused as refused:
            error, status = refused.message, refused.status
        else:
            return redirect("matches:replay_shown", kept.token)
    page = {"replays": me.replays.defer("record"), "most": MOST_REPLAYS, "error": error}
    return render(request, "matches/replays.html", page, status=status)


def _file_of(request: HttpRequest) -> bytes:
    """Return the submitted file, read only up to the size limit. Raises `Refused`."""
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile):
        raise Refused("file_missing", FILE_MISSING)
    return bytes(file.read(LARGEST_FILE + 1))


@require_POST
@login_required
def remove(request: HttpRequest, token: str) -> HttpResponse:
    """Delete one of the reader's replays."""
    if not remove_replay(owner=reader(request), token=token):
        raise Http404(gettext("There is no such replay."))
    messages.success(request, gettext("The replay is gone, and its link with it."))
    return redirect("matches:replays")


@require_safe
@step_shown
def saved_replay(request: HttpRequest, token: str, step: int | None = None) -> HttpResponse:
    """Show a replay after a step, as a spectator or as a seat sees it."""
    kept, view = _view(request, token, step)
    if refused := refused_by_length(request, view.last_step):
        return refused
    address = reverse("matches:replay_svg", args=[token, view.step])
    page = {
        "kept": kept,
        "title": _title(view),
        "view": view,
        "picture": address + ("" if view.me is None else f"?seat={view.me + 1}"),
        "words": words_of_position(view),
        "query": "" if view.me is None else f"?seat={view.me + 1}",
        "match_here": match_of_replay(kept, request.user.pk),
        "mine": kept.owner_id == request.user.pk,
        "link": request.build_absolute_uri(reverse("matches:replay_shown", args=[token])),
    }
    reply = render(request, "matches/replay.html", page)
    reply["X-Robots-Tag"] = "noindex"
    return reply


@require_safe
@step_shown
@conditional_page
def svg(request: HttpRequest, token: str, step: int) -> HttpResponse:
    """Draw a position of a replay."""
    _, view = _view(request, token, step)
    if refused := refused_by_length(request, view.last_step):
        return refused
    address = request.build_absolute_uri(reverse("matches:replay_shown", args=[token]))
    reply = HttpResponse(picture(view, address, _title(view)), content_type="image/svg+xml")
    reply["Cache-Control"] = "private, max-age=300"
    reply["Content-Security-Policy"] = policy()
    reply["X-Robots-Tag"] = "noindex"
    return reply


def _title(view: MatchView) -> str:
    """The title in the reader's language; what is stored is in that of the one who brought the file."""
    return title_of(view.title, [seat.name for seat in view.seats])


def _view(request: HttpRequest, token: str, step: int | None) -> tuple[Replay, MatchView]:
    kept = get_object_or_404(Replay, token=token)
    seat = request.GET.get("seat", "")
    if not (seat == "" or (seat.isascii() and seat.isdecimal() and len(seat) < 3)):
        raise Http404(gettext("There is no such seat."))
    try:
        return kept, replay_view(kept, int(seat) - 1 if seat else None, step)
    except IndexError as error:
        raise Http404(gettext("This replay has no such step or seat.")) from error
