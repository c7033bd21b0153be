"""What a browser needs to take pushed notices: the service worker and the manifest, at the root of the site."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: its address decides which pages it serves, so it lies at the root."""
    response = render(request, "notifications/worker.js", content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """How the site looks on a home screen; some phones take pushed notices of such sites alone."""
    told = {
        "name": settings.SITE_NAME,
        "short_name": "Piecepack",
        "start_url": "/turns/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f2e8",
        "theme_color": "#f7f2e8",
        "icons": [{"src": static("icon.svg"), "type": "image/svg+xml", "sizes": "any"}],
    }
    return JsonResponse(told, content_type="application/manifest+json")
