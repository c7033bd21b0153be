"""URLs of notices below /api/v1/."""

from django.urls import path

from notifications.api import choices, messengers, sent, views

urlpatterns = [
    path("notices", views.NoticesView.as_view(), name="notices"),
    path("notices/choices", choices.ChoicesView.as_view(), name="notices_choices"),
    path("notices/webhook", choices.WebhookView.as_view(), name="webhook"),
    path("notices/webhook/test", choices.WebhookTestView.as_view(), name="webhook_test"),
    path("notices/messengers", messengers.MessengersView.as_view(), name="messengers"),
    path("notices/messengers/<str:channel>", messengers.MessengerView.as_view(), name="messenger"),
    path(
        "notices/messengers/<str:channel>/confirm", messengers.MessengerConfirmView.as_view(), name="messenger_confirm"
    ),
    path("notices/messengers/<str:channel>/test", messengers.MessengerTestView.as_view(), name="messenger_test"),
    path("notices/sent", sent.SentView.as_view(), name="notices_sent"),
    path("notices/mark-read", views.MarkReadView.as_view(), name="notices_mark_read"),
]
