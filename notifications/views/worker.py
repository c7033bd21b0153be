"""What browsers take for an app: the service worker, its offline page and the manifest, served at the site's root."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

SIZES = (192, 512)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. Its URL decides which pages it controls, so it lies at the root."""
    response = render(request, "notifications/worker.js", content_type="text/javascript")
    # Browsers look for a new one after each page.
    response["Cache-Control"] = "max-age=3600"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the worker shows when the site cannot be reached. It is the same for all readers of a language."""
    return render(request, "notifications/offline.html")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest. Some phones accept push notices only from installed sites."""
    manifest = {
        "name": settings.SITE_NAME,
        "short_name": "Piecepack",
        "start_url": "/turns/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f2e8",
        "theme_color": "#f7f2e8",
        "icons": [
            {"src": static("icon.svg"), "type": "image/svg+xml", "sizes": "any"},
            *({"src": static(f"icons/{size}.png"), "type": "image/png", "sizes": f"{size}x{size}"} for size in SIZES),
            {"src": static("icons/maskable.png"), "type": "image/png", "sizes": "512x512", "purpose": "maskable"},
        ],
    }
    return JsonResponse(manifest, content_type="application/manifest+json")
