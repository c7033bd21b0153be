"""URLs of data rights."""

from django.urls import path

from rights import views

app_name = "rights"
urlpatterns = [
    path("privacy/", views.privacy, name="privacy"),
    path("people/me/data/", views.data, name="data"),
    path("people/me/data/archive/ask/", views.archive_wanted, name="archive_ask"),
    path("people/me/data/archive.zip", views.archive, name="archive"),
    path("people/me/data/erase/", views.erasure_wanted, name="erase"),
    path("people/me/data/keep/", views.erasure_not_wanted, name="keep"),
]
