"""Style sheets and scripts that many pages need together, each served as one file."""

import atexit
import functools
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

TABLE = ("choices", "log", "replay")
FRAME = ("frame", "players", "ask", "tabs", "frame-phone", "frame-desktop")
BUNDLES: Mapping[str, tuple[str, ...]] = {
    "css/site.css": tuple(
        f"css/{name}.css" for name in ("fonts", "tokens", "layout", "sheets", "type", "components", "lists", "pieces")
    ),
    "css/table.css": tuple(f"css/{name}.css" for name in TABLE),
    "css/tables.css": tuple(
        f"css/{name}.css" for name in (*TABLE, *FRAME, "reveal", "chat", "ending", "guidance", "rules")
    ),
    "js/site.js": tuple(
        f"js/{name}.js"
        for name in ("socket", "replies", "live", "answer", "zone", "theme", "notices", "seen", "receipts")
    ),
    "js/tables.js": tuple(
        f"js/{name}.js"
        for name in (
            *("by-socket", "tabs", "keys", "reveal", "sound", "coach", "about", "chat", "words", "conditional"),
            "copy",
        )
    ),
}
"""The files in each bundle, in order. A bundle lies in their folder, so that their relative addresses hold."""
COMMENTS = {
    ".css": re.compile(r"/\*.*?\*/\n?", re.DOTALL),
    # Only whole lines: "//" is part of addresses too.
    ".js": re.compile(r"^[ \t]*//.*\n", re.MULTILINE),
}


PADDING = re.compile(r"^\s+", re.MULTILINE)


@functools.cache
def all_bundles() -> Mapping[str, tuple[tuple[Path, ...], str]]:
    """Return the files and the text of each bundle: those above, and the `bundles` of every app's configuration."""
    found = {name: tuple(Path(settings.BASE_DIR, "static", part) for part in parts) for name, parts in BUNDLES.items()}
    for app in apps.get_app_configs():
        for name, parts in getattr(app, "bundles", {}).items():
            found[name] = tuple(_file(part, app.path) for part in parts)
    return {name: (files, "\n".join(map(_read, files))) for name, files in found.items()}


def _file(part: str, folder: str) -> Path:
    """Return a static file of an app: a game brings its own, other apps have theirs in the site's folder."""
    own = Path(folder, "static", part)
    return own if own.exists() else Path(settings.BASE_DIR, "static", part)


def _read(path: Path) -> str:
    return lean(path.read_text(encoding="utf-8"), path.suffix)


def lean(text: str, suffix: str) -> str:
    """Return a script or style sheet without comments, indents and empty lines, which browsers fetch for nothing."""
    return PADDING.sub("", COMMENTS[suffix].sub("", text))


@functools.cache
def _write_bundles() -> Path:
    """Write all bundles to a directory that lasts as long as this process."""
    directory = Path(tempfile.mkdtemp(prefix="piecepack-bundles-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    for name, (_, text) in all_bundles().items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, encoding="utf-8")
    return directory


class BundleFinder(BaseFinder):
    """Offers the bundles to `collectstatic`, and to WhiteNoise where it serves files as found."""

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        self._storage = FileSystemStorage(location=_write_bundles())
        super().__init__(*args, **kwargs)

    def check(self, **kwargs: Any) -> list[Any]:
        """Report no errors: there are no settings."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return where a bundle lies, or nothing."""
        found = self._storage.path(path) if path in all_bundles() else None
        return ([found] if found else []) if find_all else found or []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """Yield each bundle with its storage."""
        for name in all_bundles():
            yield name, self._storage
