"""Notifications to a table's open pages that it changed. A message carries no data; pages then fetch the update."""

from collections.abc import Iterable, Mapping

from foundation.kept_queries import KeptQuery, given
from foundation.live import Message, push, reader_group
from matches.models import Match, Seat

HOLDERS = KeptQuery(lambda: Seat.objects.only("user_id").filter(match=given("match")))


def table_group(match_id: int) -> str:
    """Return the group of all pages that show a table."""
    return f"table.{match_id}"


def room_group(match_id: int, room: str) -> str:
    """Return the group of all pages whose reader may read a chat room."""
    return f"chat.{room}.{match_id}"


def standing(match: Match) -> str:
    """Return the version of a match that a page passes to its socket, to detect changes in between."""
    return f"{match.step}.{match.status}"


def push_table(match_id: int, user_ids: list[int]) -> None:
    """Refresh the table's open pages and its players' other pages once the transaction commits."""
    push(_messages(match_id, user_ids))


def push_table_access(match_id: int) -> None:
    """Have the table's open pages check again whether their readers may see it, once the transaction commits."""
    push([(table_group(match_id), "access.changed")])


def push_chat(match_id: int, room: str) -> None:
    """Refresh the chat for readers of a room only, once the transaction commits."""
    push([(room_group(match_id, room), "chat.moved")])


def push_match(match: Match) -> None:
    """Refresh a match's open pages and its players' other pages once the transaction commits."""
    push_table(match.pk, [seat.user_id for seat in HOLDERS.rows(match=match.pk) if seat.user_id])


def push_matches(holders: Mapping[int, Iterable[int]]) -> None:
    """Refresh the open pages of many matches, given with their players, once the transaction commits."""
    push([message for match_id, user_ids in holders.items() for message in _messages(match_id, user_ids)])


def _messages(match_id: int, user_ids: Iterable[int]) -> list[Message]:
    return [(table_group(match_id), "table.moved"), *((reader_group(user_id), "reader.moved") for user_id in user_ids)]
