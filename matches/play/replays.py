"""Import finished matches from files, and remove them."""

import logging
import secrets
import zlib
from collections.abc import Collection
from datetime import datetime
from hashlib import sha256

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext
from msgspec import MsgspecError
from msgspec.structs import replace

from accounts.models import User
from accounts.values.names import name_key
from engine.language import say
from foundation.errors import Refused
from foundation.file_checks import result_apart
from foundation.shares import in_shares
from foundation.signing import is_own
from games.registry import GAMES
from matches.models.social import Replay
from matches.view.record_check import LARGEST_FILE, TOO_LARGE, Checked, check, pack, title_of
from matches.view.replays import unpack_record

logger = logging.getLogger(__name__)

MOST_REPLAYS = 50
A_SHARE = 50
"""Records that are read by one statement."""
UNREADABLE = (zlib.error, MsgspecError, ValueError, RecursionError)


def checked_file(data: bytes, whose: Collection[str] = ()) -> Checked:
    """Check a file apart from the site: outside of any transaction, as it takes a while. Raises `Refused`."""
    if len(data) > LARGEST_FILE:
        raise Refused("file_too_large", say(TOO_LARGE))
    found = result_apart(f"checked-file:{sha256(data).hexdigest()}", Checked, check, data, whose=whose)
    if found.code:
        raise Refused(found.code, found.message)
    return found


def import_replay(*, owner: User, data: bytes, now: datetime, whose: Collection[str] = ()) -> Replay:
    """Check a file and save it. Raises `Refused`."""
    return keep_replay(owner=owner, found=checked_file(data, whose), now=now)


def keep_replay(*, owner: User, found: Checked, now: datetime) -> Replay:
    """Save a verified file; the same match is saved once per owner. Raises `Refused`."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        number = found.proof.statement.number if found.proof and is_own(found.proof) else 0
        # An unsigned copy may have other names than the one that the site signed.
        kept = owner.replays.filter(digest=found.digest, match_number=number).first()
        if kept is not None:
            return kept
        if owner.replays.count() >= MOST_REPLAYS:
            raise Refused(
                "too_many_replays",
                gettext("You keep {most} replays, the most possible. Remove one first.").format(most=MOST_REPLAYS),
            )
        return Replay.objects.create(
            owner=owner,
            token=secrets.token_urlsafe(16),
            title=found.title,
            record=found.record,
            positions=found.positions,
            digest=found.digest,
            match_number=number,
            added_at=now,
        )


def unname_replays(*, word: str, called: str) -> None:
    """Rename a person in all replays. They stay valid, as the chain does not cover the players' names."""
    # The name may be in the truncated part of a title.
    found = Replay.objects.filter(Q(title__icontains=word) | Q(title__endswith="…"))
    for replay in in_shares(found, A_SHARE):
        try:
            _unname(replay, word=word, called=called)
        except UNREADABLE as error:
            # No page can show it either, and the name may be in it.
            logger.warning("Replay %s cannot be read and is deleted: %s", replay.pk, type(error).__name__)
            replay.delete()


def _unname(replay: Replay, *, word: str, called: str) -> None:
    record = unpack_record(bytes(replay.record))
    seats = [replace(seat, name=called) if name_key(seat.name) == name_key(word) else seat for seat in record.seats]
    if seats != list(record.seats):
        record = replace(record, seats=seats)
        replay.record, replay.title = pack(record), title_of(GAMES[record.game].title, [seat.name for seat in seats])
        replay.save(update_fields=["record", "title"])


def remove_replay(*, owner: User, token: str) -> bool:
    """Delete a replay of the owner's. Return True if it existed."""
    removed, _ = owner.replays.filter(token=token).delete()
    return bool(removed)
