"""The rows that requests of programs might change."""

from typing import Any

from django.db import connection, models

from accounts.models import Block, User, VacationDay
from api.models import KeptReply
from ladders.models import Apart, Challenge, Entry, Ladder, Rung, Season, Tournament
from matches.models import Answer, ConditionalBook, Match, Seat
from matches.models.social import Following, Message, Muting, Note, Replay
from notifications.models import Feed, Notice, NoticePreferences, TopicPreferences, Webhook
from rights.models import Archive

OF_TABLES = (Match, Seat, Answer, ConditionalBook, Message, Note, Following)
OF_LADDERS = (Rung, Challenge, Entry, Ladder, Season, Tournament, Apart)
OF_NOTICES = (Feed, Notice, NoticePreferences, TopicPreferences, Webhook)
OF_PEOPLE = (User, Block, VacationDay, Muting, Replay, KeptReply, Archive)
CHANGEABLE: tuple[type[models.Model], ...] = (*OF_TABLES, *OF_LADDERS, *OF_NOTICES, *OF_PEOPLE)
ALL_ROWS = {kind: str(kind._base_manager.order_by("pk").values().query) for kind in CHANGEABLE}


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """All that requests might change, as the database keeps it: most of these tests read it twice."""
    found = {}
    with connection.cursor() as cursor:
        for kind in CHANGEABLE:
            cursor.execute(ALL_ROWS[kind])
            found[kind.__name__] = cursor.fetchall()
    return found
