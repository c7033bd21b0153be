"""Addresses of notices below /api/v1/."""

from django.urls import path

from notifications.api import choices, feeds, sent, views

urlpatterns = [
    path("notices", views.NoticesView.as_view(), name="notices"),
    path("notices/choices", choices.ChoicesView.as_view(), name="notices_choices"),
    path("notices/webhook", choices.WebhookView.as_view(), name="webhook"),
    path("notices/webhook/tested", choices.WebhookTestedView.as_view(), name="webhook_test"),
    path("notices/sent", sent.SentView.as_view(), name="notices_sent"),
    path("notices/feeds", feeds.FeedsView.as_view(), name="feeds"),
    path("notices/feeds/closed", feeds.FeedsClosedView.as_view(), name="feeds_closed"),
    path("notices/read", views.ReadView.as_view(), name="notices_read"),
]
