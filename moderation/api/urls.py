"""Addresses of reports below /api/v1/."""

from django.urls import path

from moderation.api import reports

urlpatterns = [
    path("reports", reports.ReportsView.as_view(), name="reports"),
]
