"""The pages of one's own data, and of what the site keeps."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.services.errors import Refused
from rights.models import Archive, Erasure
from rights.parts import LEFT_OUT
from rights.retention import ARCHIVE_KEPT, COOLING_OFF, TABLE
from rights.services.archives import archive_ask, archive_kept, archive_open
from rights.services.erasure import erasure_ask, erasure_take_back

HERE = "rights:data"


def _me(request: HttpRequest) -> User:
    return cast(User, request.user)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, how long and why, and whom to ask."""
    context = {"table": TABLE, "cooling_off": COOLING_OFF.days, "operator": settings.OPERATOR}
    context["left_out"] = LEFT_OUT
    return render(request, "rights/privacy.html", context)


@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """My data: an archive of it, and its end."""
    me = _me(request)
    archive = Archive.objects.filter(user=me).defer("sealed").first()
    context = {
        "archive": archive,
        "archive_until": archive and archive.asked_at + ARCHIVE_KEPT,
        "erasure": Erasure.objects.filter(user=me).first(),
        "days": {"archive": ARCHIVE_KEPT.days, "cooling_off": COOLING_OFF.days},
    }
    return render(request, "rights/data.html", context)


@login_required
@require_POST
def archive_wanted(request: HttpRequest) -> HttpResponse:
    """Ask for an archive."""
    try:
        archive_ask(user=_me(request), now=timezone.now())
    except Refused as refused:
        messages.warning(request, refused.message)
    else:
        messages.success(request, "Your archive is being made. Load this page again in a minute.")
    return redirect(HERE)


@never_cache
@login_required
@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Fetch my archive; there is no address for that of another."""
    mine = archive_kept(user=_me(request), now=timezone.now())
    packed = archive_open(archive=mine) if mine else None
    if packed is None:
        raise Http404
    headers = {"Content-Disposition": 'attachment; filename="piecepack-by-post.zip"'}
    return HttpResponse(packed, content_type="application/zip", headers=headers)


@login_required
@reauthentication_required
@require_POST
def erasure_wanted(request: HttpRequest) -> HttpResponse:
    """Have my account erased."""
    try:
        erasure_ask(user=_me(request), now=timezone.now())
    except Refused as refused:
        messages.warning(request, refused.message)
    return redirect(HERE)


@login_required
@require_POST
def erasure_not_wanted(request: HttpRequest) -> HttpResponse:
    """Keep my account after all."""
    if erasure_take_back(user=_me(request)):
        messages.success(request, "Your account stays as it is.")
    return redirect(HERE)
