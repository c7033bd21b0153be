"""URLs of data rights below /api/v1/."""

from django.urls import path

from rights.api import archives

urlpatterns = [
    path("me/archive", archives.ArchiveView.as_view(), name="archive"),
    path("me/archive/file", archives.ArchiveFileView.as_view(), name="archive_file"),
]
