"""Archives: a ZIP of JSON files and one readable page with all data about one user."""

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.utils.translation import gettext

from accounts.models import User
from foundation.errors import Refused
from foundation.language import read_by
from foundation.vault import seal, unseal
from rights.export_sections import LEFT_OUT
from rights.gathering import match_as_seen, match_ids_of, sections_of
from rights.models import Archive
from rights.queue import enqueue_make_archive
from rights.retention import ARCHIVE_KEPT

AGAIN_AFTER = timedelta(hours=24)
TELL_EVERY = 20
LOST_AFTER = timedelta(minutes=10)


@transaction.atomic
def ask_for_archive(*, user: User, now: datetime) -> Archive:
    """Request an archive, replacing an older one. Raises `Refused` if the last is under a day old."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    young = Archive.objects.filter(user=user, asked_at__gt=now - AGAIN_AFTER)
    if young.exists():
        raise Refused(
            "archive_of_today", gettext("You asked for an archive within the last 24 hours: take that one, or wait.")
        )
    Archive.objects.filter(user=user).delete()
    archive = Archive.objects.create(user=user, asked_at=now, of=len(match_ids_of(user)))
    enqueue_make_archive(archive_id=archive.pk)
    return archive


def make_archive(*, archive_id: int, now: datetime) -> bool:
    """Build an archive. Return False if it is gone or built already. Building it twice does no harm."""
    archive = Archive.objects.select_related("user").filter(pk=archive_id, ready_at=None).first()
    if archive is None:
        return False
    packed = io.BytesIO()
    with read_by(archive.user), zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, content in _build_files(archive, now):
            folder.writestr(zipfile.ZipInfo(name, now.timetuple()[:6]), content, zipfile.ZIP_DEFLATED)
    filled = {"sealed": seal(packed.getvalue()), "ready_at": now, "done": archive.of}
    return bool(Archive.objects.filter(pk=archive_id, ready_at=None).update(**filled))


def archive_kept(*, user: User, now: datetime) -> Archive | None:
    """The archive that a user requested, built or not, until it expires."""
    return Archive.objects.defer("sealed").filter(user=user, asked_at__gt=now - ARCHIVE_KEPT).first()


def open_archive(*, archive: Archive) -> bytes | None:
    """The archive as a ZIP file, or None while it is being built."""
    return None if archive.sealed is None else bytes(unseal(archive.sealed, bytes))


def archives_lost(*, now: datetime) -> list[int]:
    """The ids of archives that were never built: their job was lost, or its worker stopped."""
    lost = Archive.objects.filter(ready_at=None, asked_at__lt=now - LOST_AFTER)
    return list(lost.values_list("pk", flat=True))


def _build_files(archive: Archive, now: datetime) -> Iterator[tuple[str, bytes]]:
    user, numbers = archive.user, match_ids_of(archive.user)
    sections = list(sections_of(user))
    for section, rows in sections:
        yield f"{section.name}.json", msgspec.json.format(msgspec.json.encode(rows), indent=1)
    for count, number in enumerate(numbers, start=1):
        yield f"matches/{number}.json", match_as_seen(number, user)
        if count % TELL_EVERY == 0:
            Archive.objects.filter(pk=archive.pk).update(done=count)
    shown = [
        (section.title, f"{section.name}.json", _columns(rows), [list(row.values()) for row in rows])
        for section, rows in sections
    ]
    context: dict[str, Any] = {
        "user": user,
        "now": now,
        "sections": shown,
        "matches": numbers,
        "site": settings.SITE_NAME,
        "left_out": LEFT_OUT,
    }
    yield "index.html", render_to_string("rights/archive.html", context).encode()


def _columns(rows: list[dict[str, Any]]) -> list[str]:
    return [re.sub("_+", " ", name).strip() for name in rows[0]] if rows else []
