"""The addresses of people, below /people/."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("keep/", views.keep, name="keep"),
    path("me/", views.profile, name="profile"),
    path("<str:name>/", views.public, name="public"),
]
