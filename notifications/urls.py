"""URLs of notices."""

from django.urls import path

from notifications.views import mailbox, messengers, pages, preferences, stop, worker

app_name = "notifications"
urlpatterns = [
    path("notices/", pages.news, name="news"),
    path("notices/sent/", pages.ledger, name="ledger"),
    path("notices/read/", pages.read_all, name="read_all"),
    path("notices/seen/", pages.mark_seen, name="seen"),
    path("notices/address/", pages.address_again, name="address_again"),
    path("notices/<int:notice_id>/open/", pages.open_one, name="open"),
    path("notices/choose/", preferences.preferences, name="preferences"),
    path("notices/device/", preferences.device, name="device"),
    path("notices/device/<int:device_id>/remove/", preferences.remove_device, name="device_remove"),
    path("notices/webhook/", preferences.webhook, name="webhook"),
    path("notices/webhook/test/", preferences.webhook_try, name="webhook_test"),
    path("notices/messenger/<str:channel>/", messengers.messenger, name="messenger"),
    path("notices/feed/", preferences.feed, name="feed"),
    path("worker.js", worker.worker, name="worker"),
    path("offline/", worker.offline, name="offline"),
    path("site.webmanifest", worker.manifest, name="manifest"),
    path("mail/stop/<str:token>/", stop.stop, name="stop"),
    path("mailbox/", mailbox.mailbox, name="mailbox"),
    path("mailbox/<int:mail_id>/", mailbox.kept_mail, name="kept_mail"),
    path("mailbox/<int:mail_id>/html/", mailbox.kept_html, name="kept_html"),
]
