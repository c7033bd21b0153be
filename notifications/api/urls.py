"""Addresses of notices below /api/v1/."""

from django.urls import path

from notifications.api import views

urlpatterns = [
    path("notices", views.NoticesView.as_view(), name="notices"),
    path("notices/read", views.ReadView.as_view(), name="notices_read"),
]
