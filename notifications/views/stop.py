"""The view to unsubscribe with the link in a mail."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.kinds import NOTICE_SPECS
from notifications.services.preferences import turn_off
from notifications.stopping import stop_meant


# The token's signature replaces CSRF: mail clients post here without cookies (RFC 8058).
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Turn off one kind of mail: GET shows a button, POST does it."""
    meant = stop_meant(token)
    if meant is None:
        return render(request, "notifications/stop_unknown.html", status=404)
    if request.method == "POST":
        turn_off(user=meant.user, kind=meant.kind, channel=meant.channel)
    context = {"reader": meant.user, "spec": NOTICE_SPECS.get(meant.kind), "done": request.method == "POST"}
    return render(request, "notifications/stop.html", context)
