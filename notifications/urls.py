"""The addresses of notices."""

from django.urls import path

from notifications import views

app_name = "notifications"
urlpatterns = [
    path("mail/stop/<str:token>/", views.stop, name="stop"),
    path("mailbox/", views.mailbox, name="mailbox"),
    path("mailbox/<int:mail_id>/", views.kept_mail, name="kept_mail"),
    path("mailbox/<int:mail_id>/html/", views.kept_html, name="kept_html"),
]
