"""URLs of accounts below /api/v1/."""

from django.urls import path

from accounts.api import blocks, hours, preferences, views

urlpatterns = [
    path("me", views.MeView.as_view(), name="me"),
    path("me/preferences", preferences.PreferencesView.as_view(), name="preferences"),
    path("me/quiet-hours", hours.QuietHoursView.as_view(), name="quiet_hours"),
    path("me/vacation", hours.VacationView.as_view(), name="vacation"),
    path("blocks", blocks.BlocksView.as_view(), name="blocks"),
    path("blocks/<str:name>", blocks.BlockView.as_view(), name="block"),
    path("players/<str:name>", views.PlayerView.as_view(), name="player"),
]
