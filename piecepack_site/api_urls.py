"""All addresses of the programming interface, below /api/."""

from django.urls import include, path
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularJSONAPIView

from api import pages

v1 = [
    path("", include("accounts.api.urls")),
    path("", include("notifications.api.urls")),
    path("", include("games.api.urls")),
    path("", include("ladders.api.urls")),
    path("", include("moderation.api.urls")),
    path("", include("rights.api.urls")),
]

app_name = "api"
urlpatterns = [
    path("", pages.index, name="index"),
    path("v1/", pages.index),
    path("examples/<str:name>", pages.example, name="example"),
    path("v1/try", pages.try_out, name="try"),
    # Its renderer knows schemas alone, and would break on the words of a refusal.
    path("v1/schema", require_safe(SpectacularJSONAPIView.as_view()), name="schema"),
    path("v1/", include(v1)),
]
