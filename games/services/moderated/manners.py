"""A moderator closes a table's talk, or the table to those who only watch."""

from datetime import datetime

from django.db import transaction

from games.beside import Room
from games.models import Step
from games.services.errors import Refused
from games.services.moderated.interventions import Note, intervened
from games.services.notices import message_written
from games.services.rounds import match_locked


def talk_lock(*, match_id: int, locked: bool, note: Note, now: datetime) -> Step | None:
    """Let nobody write at a table, or let them again; what was said can still be read. Raises `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        if match.talk_locked == locked:
            raise Refused("locked_already", "The talk is locked already." if locked else "The talk is not locked.")
        match.talk_locked = locked
        match.save(update_fields=["talk_locked"])
        for room in Room:
            message_written(match=match, room=room)
        return intervened(match=match, kind="talk_locked" if locked else "talk_opened", note=note, now=now)


def privacy_set(*, match_id: int, private: bool, note: Note, now: datetime) -> Step | None:
    """Show a table to its players and those invited alone, or to everybody again. Raises `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        if match.private == private:
            raise Refused("private_already", "It is private already." if private else "It is not private.")
        match.private = private
        match.save(update_fields=["private"])
        return intervened(match=match, kind="made_private" if private else "made_public", note=note, now=now)
