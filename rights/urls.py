"""URLs of data rights."""

from django.urls import path

from rights import views

app_name = "rights"
urlpatterns = [
    path("privacy/", views.privacy, name="privacy"),
    path("records/", views.dump, name="dump"),
    path("records/matches.zip", views.dump_file, name="dump_file"),
    path("people/me/data/", views.data, name="data"),
    path("people/me/data/archive/ask/", views.request_archive, name="archive_ask"),
    path("people/me/data/archive.zip", views.archive, name="archive"),
    path("people/me/data/erase/", views.request_erasure, name="erase"),
    path("people/me/data/keep/", views.cancel_erasure, name="keep"),
]
