"""An archive of all that the site keeps of me."""

from base64 import b64encode
from datetime import datetime

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.throttles import count_costly
from api.messages import ApiResponse, Nothing
from api.scopes import Scope
from api.views import ApiView, operation
from rights.models import Archive
from rights.retention import ARCHIVE_KEPT
from rights.services.archives import archive_kept, ask_for_archive, open_archive

NAME = "piecepack-by-post.zip"


class ArchiveResponse(ApiResponse):
    """My archive, and how far it is made; all null where I have asked for none."""

    asked_at: datetime | None
    ready_at: datetime | None
    """Null until it can be fetched."""
    kept_until: datetime | None
    matches_done: int | None
    matches: int | None


class ArchiveFile(ApiResponse):
    """The archive itself."""

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
    """My archive."""

    @operation("Look at my archive", scope=Scope.DATA, reply=ArchiveResponse)
    def get(self, request: Request) -> ArchiveResponse:
        """Whether I asked for an archive, and how far it is made."""
        return _response(archive_kept(user=asking(request), now=timezone.now()))

    @operation("Ask for an archive", scope=Scope.DATA, reply=ArchiveResponse, body=Nothing, status=202)
    def post(self, request: Request, body: Nothing, now: datetime) -> ArchiveResponse:
        """Have an archive made of all that the site keeps of me, once a day at most; it takes a minute."""
        return _response(ask_for_archive(user=asking(request), now=now))


class ArchiveFileView(ApiView):
    """My archive as a file."""

    @operation("Fetch my archive", scope=Scope.DATA, reply=ArchiveFile)
    def get(self, request: Request) -> ArchiveFile:
        """The archive as a zip file, in base64; 404 until it is ready."""
        me = asking(request)
        count_costly(request, me)
        archive = archive_kept(user=me, now=timezone.now())
        packed = open_archive(archive=archive) if archive else None
        if packed is None:
            raise Http404
        return ArchiveFile(name=NAME, base64=b64encode(packed).decode())
