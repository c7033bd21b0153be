"""Stopping a kind of mail by the link that stands in it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.kinds import SORTS
from notifications.services.preferences import turn_off
from notifications.stopping import stop_meant


# The signature is what is asked for: mail programs post here without cookies (RFC 8058).
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Turn one kind of mail off: asked by a button on GET, done at once on POST."""
    meant = stop_meant(token)
    if meant is None:
        return render(request, "notifications/stop_unknown.html", status=404)
    if request.method == "POST":
        turn_off(user=meant.user, kind=meant.kind, channel=meant.channel)
    context = {"reader": meant.user, "sort": SORTS.get(meant.kind), "done": request.method == "POST"}
    return render(request, "notifications/stop.html", context)
