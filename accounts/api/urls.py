"""Addresses of accounts below /api/v1/."""

from django.urls import path

from accounts.api import views

urlpatterns = [
    path("me", views.MeView.as_view(), name="me"),
    path("players/<str:name>", views.PlayerView.as_view(), name="player"),
]
