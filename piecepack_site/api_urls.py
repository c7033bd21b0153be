"""All URLs of the API, below /api/."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularJSONAPIView

from api import pages, version
from games.registry import GAMES

v1: list[URLPattern | URLResolver] = [
    path("version", version.VersionView.as_view(), name="version"),
    path("", include("accounts.api.urls")),
    path("", include("notifications.api.urls")),
    path("", include("matches.api.urls")),
    path("", include("ladders.api.urls")),
    path("", include("moderation.api.urls")),
    path("", include("rights.api.urls")),
]

FIRST_GAME = {"game": next(iter(GAMES.values()))}
"""The one that the page opens as an example."""

app_name = "api"
urlpatterns = [
    path("", pages.index, FIRST_GAME, name="index"),
    path("v1/", pages.index, FIRST_GAME),
    path("examples/<str:name>", pages.example, name="example"),
    path("v1/try", pages.try_out, name="try"),
    # Its renderer handles schemas only, and would break on an error response.
    path("v1/schema", require_safe(SpectacularJSONAPIView.as_view()), name="schema"),
    path("v1/", include(v1)),
]
