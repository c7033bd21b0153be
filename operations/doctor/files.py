"""Checks of files, permissions, disk space and backups."""

import filecmp
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.utils import timezone

from operations.backups import newest
from operations.doctor.findings import Finding, fail, ok, warn

LEAST_FREE_BYTES = 500 * 1024 * 1024
LITTLE_FREE_BYTES = 2 * 1024 * 1024 * 1024
FRESH = timedelta(hours=26)
BY_OTHERS = stat.S_IRWXG | stat.S_IRWXO
SECRET_FILES = ("keys.json", "piecepack.sqlite3")


def permissions_are_narrow() -> Iterator[Finding]:
    """Check that secret files are private and directories are writable."""
    found = [*_secret_files(), *_directories()]
    yield from found or [ok("No file is open to others.")]


def _secret_files() -> Iterator[Finding]:
    for name in SECRET_FILES:
        path = settings.VAR_DIR / name
        if settings.EMBEDDED and path.exists() and path.stat().st_mode & BY_OTHERS:
            yield (fail if name == "keys.json" else warn)(f"Others can read {path}. Run `chmod 600 {path}`.")


def _directories() -> Iterator[Finding]:
    for path in (settings.VAR_DIR, settings.STATIC_ROOT):
        if path.exists() and path.stat().st_mode & stat.S_IWOTH:
            yield fail(f"Everyone can write into {path}. Run `chmod o-w {path}`.")
    if settings.METRICS_DIR and not os.access(settings.METRICS_DIR, os.W_OK | os.X_OK):
        yield fail(f"METRICS_DIR cannot be written: create {settings.METRICS_DIR} and make this user its owner.")


def static_files_are_collected() -> Iterator[Finding]:
    """Check that every static file of this version is collected."""
    if settings.EMBEDDED:
        yield ok("An embedded site serves its files directly.")
        return
    sources = dict(_sources())
    kept = {name: settings.STATIC_ROOT / name for name in sources}
    stale = [name for name, source in sources.items() if not _same(source, kept[name])]
    if stale or not (settings.STATIC_ROOT / "staticfiles.json").exists():
        yield fail(
            f"{len(stale)} static files are missing or old in {settings.STATIC_ROOT}. Run `manage.py collectstatic`."
        )
    else:
        yield ok(f"{len(sources)} static files are collected.")


def _sources() -> Iterator[tuple[str, Path]]:
    """The name of each static file below STATIC_ROOT, and where it comes from."""
    for finder in get_finders():
        for name, storage in finder.list([]):
            prefix = getattr(storage, "prefix", None)
            yield f"{prefix}/{name}" if prefix else name, Path(storage.path(name))


def _same(source: Path, kept: Path) -> bool:
    return kept.exists() and filecmp.cmp(source, kept, shallow=False)


def disks_have_room() -> Iterator[Finding]:
    """Check the free space where the site writes."""
    own = [settings.VAR_DIR] if settings.EMBEDDED else [settings.STATIC_ROOT]
    own += [Path(settings.BACKUP_DIR)] if settings.BACKUP_DIR else []
    for place in sorted({str(path) for path in (*own, Path(tempfile.gettempdir())) if path.exists()}):
        yield room_finding(place, shutil.disk_usage(place).free)


def room_finding(place: str, free: int) -> Finding:
    """The finding for this amount of free space."""
    words = f"{free // 1024**2:,} MB are free at {place}."
    if free < LEAST_FREE_BYTES:
        return fail(f"Only {words} Free some space.")
    return warn(f"Only {words}") if free < LITTLE_FREE_BYTES else ok(words)


def backups_are_fresh() -> Iterator[Finding]:
    """Check that the last backup is at most 26 hours old."""
    if not settings.BACKUP_DIR:
        yield warn("BACKUP_DIR is not set, so backups cannot be checked.")
        return
    last = newest(Path(settings.BACKUP_DIR))
    if last is None:
        yield fail(f"There is no backup in {settings.BACKUP_DIR}. Run `manage.py backup`.")
    elif timezone.now() - last.made_at > FRESH:
        yield fail(f"The newest backup is from {last.made_at:%-d %B, %H:%M} UTC. Find out why there is no newer one.")
    else:
        yield ok(f"The newest backup is from {last.made_at:%-d %B, %H:%M} UTC.")
