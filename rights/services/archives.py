"""Archives: a folder of JSON for programs, with one page for people, that holds what the site keeps of one user."""

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

from accounts.models import User
from games.services.errors import Refused
from games.vault import seal, unseal
from rights.gathering import parts_of, table_as_seen, tables_of
from rights.hints import archive_asked
from rights.models import Archive
from rights.parts import LEFT_OUT
from rights.retention import ARCHIVE_KEPT

AGAIN_AFTER = timedelta(hours=24)
TELL_EVERY = 20
LOST_AFTER = timedelta(minutes=10)


@transaction.atomic
def archive_ask(*, user: User, now: datetime) -> Archive:
    """Ask for an archive, in place of an older one. Raises `Refused` while there is one of today."""
    User.objects.select_for_update().get(pk=user.pk)
    young = Archive.objects.filter(user=user, asked_at__gt=now - AGAIN_AFTER)
    if young.exists():
        raise Refused("archive_of_today", "You asked for an archive within the last 24 hours: take that one, or wait.")
    Archive.objects.filter(user=user).delete()
    archive = Archive.objects.create(user=user, asked_at=now, of=len(tables_of(user)))
    archive_asked(archive_id=archive.pk)
    return archive


def archive_make(*, archive_id: int, now: datetime) -> bool:
    """Fill an archive; False where it is gone or filled already. Made twice it is the same."""
    archive = Archive.objects.select_related("user").filter(pk=archive_id, ready_at=None).first()
    if archive is None:
        return False
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, content in _files(archive, now):
            folder.writestr(zipfile.ZipInfo(name, now.timetuple()[:6]), content, zipfile.ZIP_DEFLATED)
    filled = {"sealed": seal(packed.getvalue()), "ready_at": now, "done": archive.of}
    return bool(Archive.objects.filter(pk=archive_id, ready_at=None).update(**filled))


def archive_kept(*, user: User, now: datetime) -> Archive | None:
    """The archive that a user asked for, made or not, while it is kept."""
    return Archive.objects.defer("sealed").filter(user=user, asked_at__gt=now - ARCHIVE_KEPT).first()


def archive_open(*, archive: Archive) -> bytes | None:
    """The archive as a file, for its owner; None while it is being made."""
    return None if archive.sealed is None else bytes(unseal(archive.sealed, bytes))


def archives_lost(*, now: datetime) -> list[int]:
    """Archives that were asked for and not made: their hint was lost, or their maker stopped."""
    lost = Archive.objects.filter(ready_at=None, asked_at__lt=now - LOST_AFTER)
    return list(lost.values_list("pk", flat=True))


def _files(archive: Archive, now: datetime) -> Iterator[tuple[str, bytes]]:
    user, numbers = archive.user, tables_of(archive.user)
    parts = list(parts_of(user))
    for part, rows in parts:
        yield f"{part.name}.json", msgspec.json.format(msgspec.json.encode(rows), indent=1)
    for count, number in enumerate(numbers, start=1):
        yield f"tables/{number}.json", table_as_seen(number, user)
        if count % TELL_EVERY == 0:
            Archive.objects.filter(pk=archive.pk).update(done=count)
    shown = [
        (part.title, f"{part.name}.json", _columns(rows), [list(row.values()) for row in rows]) for part, rows in parts
    ]
    context: dict[str, Any] = {"user": user, "now": now, "parts": shown, "tables": numbers, "site": settings.SITE_NAME}
    context["left_out"] = LEFT_OUT
    yield "index.html", render_to_string("rights/archive.html", context).encode()


def _columns(rows: list[dict[str, Any]]) -> list[str]:
    return [re.sub("_+", " ", name).strip() for name in rows[0]] if rows else []
