"""The addresses of people, below /people/."""

from django.urls import path

from accounts import hours, views

app_name = "accounts"
urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("keep/", views.keep, name="keep"),
    path("me/", views.profile, name="profile"),
    path("me/hours/", hours.hours, name="hours"),
    path("me/hours/quiet/", hours.quiet, name="quiet"),
    path("me/hours/vacation/", hours.vacation, name="vacation"),
    path("me/hours/vacation/back/", hours.vacation_back, name="vacation_back"),
    path("<str:name>/", views.public, name="public"),
]
