"""Views for the user's own data and the privacy page."""

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.readers import reader
from accounts.security.limits import costly
from foundation.errors import Refused
from rights.export_sections import LEFT_OUT
from rights.models import Archive, Dump, Erasure
from rights.retention import ARCHIVE_KEPT, COOLING_OFF, TABLE
from rights.services.archives import archive_kept, ask_for_archive, open_archive
from rights.services.dumps import content_of, newest_dump
from rights.services.erasure import ask_for_erasure, take_back_erasure

HERE = "rights:data"
FRESH = 300
"""Seconds for which caches may keep the dump."""


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show which data is kept, how long and why, and whom to contact."""
    context = {"table": TABLE, "cooling_off": COOLING_OFF.days, "operator": settings.OPERATOR}
    context["left_out"] = LEFT_OUT
    return render(request, "rights/privacy.html", context)


@require_safe
def dump(request: HttpRequest) -> HttpResponse:
    """Say what the dump of public matches is, and offer it."""
    return render(request, "rights/dump.html", {"dump": newest_dump()})


@require_safe
@costly
def dump_file(request: HttpRequest) -> HttpResponse:
    """Download the dump of public matches."""
    found = newest_dump()
    if found is None:
        raise Http404(gettext("No dump has been made yet."))
    try:
        content = content_of(found.pk, found.made_at)
    except Dump.DoesNotExist as error:
        raise Http404(gettext("A new dump is being made. Try again in a minute.")) from error
    reply = HttpResponse(content, content_type="application/zip")
    reply["Content-Disposition"] = f'attachment; filename="piecepack-by-post-{found.made_at:%Y-%m-%d}.zip"'
    # Not kept for long: a match may have to leave the next one.
    reply["Cache-Control"] = f"public, max-age={FRESH}"
    return reply


@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Show my archive and erasure."""
    me = reader(request)
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
@reauthentication_required
def request_archive(request: HttpRequest) -> HttpResponse:
    """Request an archive."""
    try:
        ask_for_archive(user=reader(request), now=timezone.now())
    except Refused as refused:
        messages.warning(request, refused.message)
    else:
        messages.success(request, gettext("Your archive is being made. Load this page again in a minute."))
    return redirect(HERE)


@never_cache
@login_required
@require_safe
@reauthentication_required
def archive(request: HttpRequest) -> HttpResponse:
    """Download my archive."""
    mine = archive_kept(user=reader(request), now=timezone.now())
    packed = open_archive(archive=mine) if mine else None
    if packed is None:
        raise Http404
    headers = {"Content-Disposition": 'attachment; filename="piecepack-by-post.zip"'}
    return HttpResponse(packed, content_type="application/zip", headers=headers)


@login_required
@require_POST
@reauthentication_required
def request_erasure(request: HttpRequest) -> HttpResponse:
    """Request the erasure of my account."""
    try:
        ask_for_erasure(user=reader(request), now=timezone.now())
    except Refused as refused:
        messages.warning(request, refused.message)
    return redirect(HERE)


@login_required
@require_POST
def cancel_erasure(request: HttpRequest) -> HttpResponse:
    """Cancel the erasure of my account."""
    if take_back_erasure(user=reader(request)):
        messages.success(request, gettext("Your account stays as it is."))
    return redirect(HERE)
