"""URLs of reports and sanctions below /api/v1/."""

from django.urls import path

from moderation.api import reports, standing

urlpatterns = [
    path("reports", reports.ReportsView.as_view(), name="reports"),
    path("me/sanctions", standing.SanctionsView.as_view(), name="sanctions"),
    path("me/name", standing.NameView.as_view(), name="choose_name"),
]
