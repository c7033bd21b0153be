"""The archive of everything the site stores about a user."""

from base64 import b64encode
from datetime import datetime

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request

from accounts.api.authentication import asking, asking_surely
from accounts.api.throttles import count_costly
from api.messages import ApiResponse, Nothing
from api.scopes import Scope
from api.views import ApiView, operation
from rights.models import Archive
from rights.retention import ARCHIVE_KEPT
from rights.services.archives import archive_kept, ask_for_archive, open_archive

NAME = "piecepack-by-post.zip"


class ArchiveResponse(ApiResponse):
    """The progress of your archive; all null if you have not requested one."""

    asked_at: datetime | None
    ready_at: datetime | None
    """Null until you can fetch it."""
    kept_until: datetime | None
    matches_done: int | None
    matches: int | None


class ArchiveFile(ApiResponse):
    """The archive as a file."""

    name: str
    base64: str
    """A zip file, in base64."""


def _response(archive: Archive | None) -> ArchiveResponse:
    if archive is None:
        return ArchiveResponse(asked_at=None, ready_at=None, kept_until=None, matches_done=None, matches=None)
    return ArchiveResponse(
        asked_at=archive.asked_at,
        ready_at=archive.ready_at,
        kept_until=archive.asked_at + ARCHIVE_KEPT,
        matches_done=archive.done,
        matches=archive.of,
    )


class ArchiveView(ApiView):
    """The archive."""

    @operation("Look at your archive", scope=Scope.DATA, reply=ArchiveResponse)
    def get(self, request: Request) -> ArchiveResponse:
        """Get the progress of the archive you requested."""
        return _response(archive_kept(user=asking(request), now=timezone.now()))

    @operation("Ask for an archive", scope=Scope.DATA, reply=ArchiveResponse, body=Nothing, status=202)
    def post(self, request: Request, body: Nothing, now: datetime) -> ArchiveResponse:
        """Request an archive of everything the site stores about you, once a day at most. It takes a minute."""
        return _response(ask_for_archive(user=asking_surely(request), now=now))


class ArchiveFileView(ApiView):
    """The archive as a download."""

    @operation("Fetch your archive", scope=Scope.DATA, reply=ArchiveFile)
    def get(self, request: Request) -> ArchiveFile:
        """Get your archive as a zip file, in base64. 404 until it is ready."""
        me = asking_surely(request)
        count_costly(request, me)
        archive = archive_kept(user=me, now=timezone.now())
        packed = open_archive(archive=archive) if archive else None
        if packed is None:
            raise Http404
        return ArchiveFile(name=NAME, base64=b64encode(packed).decode())
