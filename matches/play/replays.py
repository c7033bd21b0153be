"""Import finished matches from files, and remove them."""

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from msgspec.structs import replace

from accounts.models import User
from accounts.values.names import name_key
from foundation.errors import Refused
from matches.models.social import Replay
from matches.view.replays import pack_record, read_record, title_of, unpack_record

MOST_REPLAYS = 50


def import_replay(*, owner: User, data: bytes, now: datetime) -> Replay:
    """Save a verified file; the same match is saved once per owner. Raises `Refused`."""
    record = read_record(data)
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
            record=pack_record(record),
            digest=digest,
            added_at=now,
        )


def unname_replays(*, word: str, called: str) -> None:
    """Rename a person in all replays. They stay valid, as the chain does not cover the players' names."""
    # The name may be in the truncated part of a title.
    found = Replay.objects.filter(Q(title__icontains=word) | Q(title__endswith="…"))
    for replay in found.iterator():
        record = unpack_record(bytes(replay.record))
        seats = [replace(seat, name=called) if name_key(seat.name) == name_key(word) else seat for seat in record.seats]
        if seats != list(record.seats):
            record = replace(record, seats=seats)
            replay.record, replay.title = pack_record(record), title_of(record)
            replay.save(update_fields=["record", "title"])


def remove_replay(*, owner: User, token: str) -> bool:
    """Delete a replay of the owner's. Return True if it existed."""
    removed, _ = owner.replays.filter(token=token).delete()
    return bool(removed)
