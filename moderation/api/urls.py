"""URLs of reports and sanctions below /api/v1/."""

from django.urls import path

from moderation.api import own_record, reports

urlpatterns = [
    path("reports", reports.ReportsView.as_view(), name="reports"),
    path("me/sanctions", own_record.SanctionsView.as_view(), name="sanctions"),
    path("me/name", own_record.NameView.as_view(), name="choose_name"),
]
