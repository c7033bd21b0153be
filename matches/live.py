"""Notifications to a table's open pages that it changed. A message carries no data; pages then fetch the update.

What stands has a version. A page compares it with the one it was drawn with, so it notices a message that it did not
get. The version is made of the step, of the envelopes that all may see, and of how often pages were told of anything
else, counted in the same transaction: it moves for nothing that they are not told.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import Count, F, Q
from django.utils.crypto import salted_hmac

from foundation.kept_queries import KeptQuery, KeptQueryOfMany, given
from foundation.live import Message, push, reader_group
from matches.models import Match, Seat
from matches.models.social import Room

HOLDERS = KeptQuery(lambda: Seat.objects.only("user_id").filter(match=given("match")))
COUNTS = {Room.PLAYERS: "players_pushes", Room.SPECTATORS: "spectators_pushes"}
VISIBLE = Q(answers__step=F("step") + 1, hide_answered=False)
VERSIONS: KeptQueryOfMany[Any] = KeptQueryOfMany(
    lambda numbers: (
        Match.objects.only("step", "status", "pushes", *COUNTS.values())
        .filter(pk__in=numbers)
        .annotate(envelopes=Count("answers", filter=VISIBLE))
    )
)
"""Matches with the number of `envelopes` that all readers may see, as `match_view` counts them."""


def table_group(match_id: int) -> str:
    """Return the group of all pages that show a table."""
    return f"table.{match_id}"


def room_group(match_id: int, room: str) -> str:
    """Return the group of all pages whose reader may read a chat room."""
    return f"chat.{room}.{match_id}"


def table_version(match: Match, envelopes: int) -> str:
    """Return the version of a match that its pages keep, to notice changes; `envelopes`: how many all may see.

    It is a hash: the count itself would say how much happened before a reader came.
    """
    return _hashed(f"{match.pk}.{match.step}.{match.status}.{match.pushes}.{envelopes}")


def room_version(match: Match, room: Room) -> str:
    """Return the version of a chat room."""
    return _hashed(f"{match.pk}.{room}.{getattr(match, COUNTS[room])}")


def versions(match_ids: Collection[int]) -> dict[int, dict[str, str]]:
    """Return the versions of many matches and of their chat rooms, by the room's name or "table"."""
    return {
        match.pk: {
            "table": table_version(match, match.envelopes),
            **{room: room_version(match, room) for room in COUNTS},
        }
        for match in VERSIONS.rows(match_ids)
    }


def _hashed(version: str) -> str:
    return salted_hmac("matches.live", version).hexdigest()[:16]


def push_table(match_id: int, user_ids: list[int]) -> None:
    """Refresh the table's open pages and its players' other pages once the transaction commits."""
    _count(match_id, "pushes")
    push(_messages(match_id, user_ids))


def push_table_access(match_id: int) -> None:
    """Have the table's open pages check again whether their readers may see it, once the transaction commits."""
    push([(table_group(match_id), "access.changed")])


def push_chat(match_id: int, room: str) -> None:
    """Refresh the chat for readers of a room only, once the transaction commits."""
    _count(match_id, COUNTS[Room(room)])
    push([(room_group(match_id, room), "chat.moved")])


def push_match(match: Match) -> None:
    """Refresh a match's open pages and its players' other pages once the transaction commits."""
    push_table(match.pk, [seat.user_id for seat in HOLDERS.rows(match=match.pk) if seat.user_id])


def push_matches(holders: Mapping[int, Iterable[int]]) -> None:
    """Refresh the open pages of many matches, given with their players, once the transaction commits.

    Each has a new step or a new envelope.
    """
    push([message for match_id, user_ids in holders.items() for message in _messages(match_id, user_ids)])


def _count(match_id: int, count: str) -> None:
    Match.objects.filter(pk=match_id).update(**{count: F(count) + 1})


def _messages(match_id: int, user_ids: Iterable[int]) -> list[Message]:
    return [(table_group(match_id), "table.moved"), *((reader_group(user_id), "reader.moved") for user_id in user_ids)]
