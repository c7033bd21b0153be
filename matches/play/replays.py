"""Bringing a finished match as a file, and taking it away again."""

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from msgspec.structs import replace

from accounts.models import User
from accounts.names import name_key
from games.beside import Replay
from games.replays import packed, record_read, title_of, unpacked
from games.services.errors import Refused

MOST_REPLAYS = 50


def replay_import(*, owner: User, data: bytes, now: datetime) -> Replay:
    """Keep a file that holds when it is checked; the same match is kept once. Raises `Refused`."""
    record = record_read(data)
    digest = record.steps[-1].hash
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        kept = owner.replays.filter(digest=digest).first()
        if kept is not None:
            return kept
        if owner.replays.count() >= MOST_REPLAYS:
            raise Refused("too_many_replays", f"You keep {MOST_REPLAYS} replays, the most possible. Remove one first.")
        return Replay.objects.create(
            owner=owner,
            token=secrets.token_urlsafe(16),
            title=title_of(record),
            record=packed(record),
            digest=digest,
            added_at=now,
        )


def replays_unname(*, word: str, called: str) -> None:
    """Call somebody otherwise in everybody's replays. No link of a record covers who sat where, so it still holds."""
    # Where a title was cut short, the name may stand behind the cut.
    found = Replay.objects.filter(Q(title__icontains=word) | Q(title__endswith="…"))
    for replay in found.iterator():
        record = unpacked(bytes(replay.record))
        seats = [replace(seat, name=called) if name_key(seat.name) == name_key(word) else seat for seat in record.seats]
        if seats != list(record.seats):
            record = replace(record, seats=seats)
            replay.record, replay.title = packed(record), title_of(record)
            replay.save(update_fields=["record", "title"])


def replay_remove(*, owner: User, token: str) -> bool:
    """Forget a replay of one's own; tell whether there was one."""
    removed, _ = owner.replays.filter(token=token).delete()
    return bool(removed)
