"""Files of matches. Those of long ones are made by a worker and kept for a moment, so that no page waits for them."""

import time
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.db.models import Model
from django.utils import translation
from django.utils.translation import gettext_lazy

from engine import Player
from engine.view import MatchView
from foundation.errors import Busy
from foundation.language import language_read
from foundation.vault import seal_as_text, unseal
from matches.models import Match
from matches.queue import enqueue_file
from matches.view.exports import ppn, seen_json
from matches.view.match_view import match_view, matches, seat_name
from matches.view.signed import signed_notation
from matches.view.verification import check_finished, export_json

LONG = 500
"""Files of longer matches are made by a worker: these steps take a quarter of a second."""
KEPT_SECONDS = 120
WAIT = 0.5
"""Seconds that a request waits for the worker."""
PLACES, PLACE_SECONDS = 2, 10
"""All readers together may ask for two files of long matches in ten seconds, and each reader for one."""
NOT_DONE = gettext_lazy("This match is long, and its file is not made yet. Try again in a few seconds.")


def _seen(match: Match, viewer: Player | None) -> bytes:
    return seen_json(_whole(match, viewer))


def _notation(match: Match, viewer: Player | None) -> bytes:
    view = _whole(match, viewer)
    return signed_notation(ppn(view), match, view).encode()


def _record(match: Match, viewer: Player | None) -> bytes:
    return export_json(match)


def _whole(match: Match, viewer: Player | None) -> MatchView:
    return match_view(match, viewer, log_steps=None, with_course=True)


FORMS: dict[str, Callable[[Match, Player | None], bytes]] = {"view": _seen, "ppn": _notation, "record": _record}


def fetch_file(match: Match, form: str, viewer: Player | None, whose: Collection[str]) -> bytes:
    """Return a file of a match that has begun, as a reader may have it. Have a worker make the file of a long match.

    `whose` names those who ask, such as an account and an address. Raises `Forbidden` and `Busy`.
    """
    if form == "record":
        check_finished(match)
    if match.step <= LONG:
        return FORMS[form](match, viewer)
    key, until = _key(match, form, viewer), time.monotonic() + WAIT
    if (kept := _kept(key)) is not None:
        return kept
    if not _take_place(key, whose):
        raise Busy("file_not_made", NOT_DONE, wait=2)
    seat = -1 if viewer is None else viewer
    enqueue_file(match.pk, [*FORMS].index(form), seat, _languages().index(language_read()))
    while (kept := _kept(key)) is None:
        if time.monotonic() > until:
            raise Busy("file_not_made", NOT_DONE, wait=2)
        time.sleep(0.05)
    return kept


def make_file(*, match_id: int, form: int, seat: int, language: int) -> None:
    """Make a file of a match as it stands now, and keep it for those who may know the same."""
    match, name, viewer = matches().get(pk=match_id), [*FORMS][form], None if seat < 0 else seat
    with translation.override(_languages()[language]):
        key = _key(match, name, viewer)
        packed = zlib.compress(FORMS[name](match, viewer), 1)
    # The cache is no place for open hands.
    cache.set(key, seal_as_text(b64encode(packed).decode()), KEPT_SECONDS)


def _languages() -> list[str]:
    return [code for code, _ in settings.LANGUAGES]


def _kept(key: str) -> bytes | None:
    sealed = cache.get(key)
    return None if sealed is None else zlib.decompress(b64decode(unseal(sealed, str)))


def _take_place(key: str, whose: Collection[str]) -> bool:
    """Take a place among those for whom files are made.

    Return False if one of those who ask did just now, somebody else asked for the same file, or no place is left.
    """
    asked = (*(f"match-file:{who}" for who in sorted(whose)), f"{key}:asked")
    if not all(cache.add(one, 1, PLACE_SECONDS) for one in asked):
        return False
    return any(cache.add(f"match-file:{place}", 1, PLACE_SECONDS) for place in range(PLACES))


def _key(match: Match, form: str, viewer: Player | None) -> str:
    """Name a file by its reader's seat and language, and by all that it is made of."""
    rows = [match, *match.seats.all()]
    values = [(field.attname, _value(row, field.attname)) for row in rows for field in row._meta.concrete_fields]
    names = [seat_name(seat) for seat in match.seats.all()]
    content = repr((form, viewer, language_read(), settings.SITE_URL, values, names))
    return f"match-file:{sha256(content.encode()).hexdigest()}"


def _value(row: Model, name: str) -> object:
    value = getattr(row, name)
    return bytes(value) if isinstance(value, memoryview) else value
