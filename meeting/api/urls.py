"""URLs of quick tables below /api/v1/."""

from django.urls import path

from meeting.api.quick_table import QuickTableView

urlpatterns = [path("quick-table", QuickTableView.as_view(), name="quick_table")]
