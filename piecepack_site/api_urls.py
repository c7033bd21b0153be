"""All URLs of the API, below /api/."""

from django.urls import URLPattern, URLResolver, include, path

from api import pages, schema_page, version
from games.registry import GAMES

v1: list[URLPattern | URLResolver] = [
    path("version", version.VersionView.as_view(), name="version"),
    path("", include("accounts.api.urls")),
    path("", include("notifications.api.urls")),
    path("", include("matches.api.urls")),
    path("", include("ladders.api.urls")),
    path("", include("meeting.api.urls")),
    path("", include("analysis.api.urls")),
    path("", include("friends.api.urls")),
    path("", include("clubs.api.urls")),
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
    path("v1/schema", schema_page.schema, name="schema"),
    path("v1/", include(v1)),
]
