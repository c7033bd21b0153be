"""Moderators lock a table's chat or make the table private."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from foundation.errors import Refused
from matches.interventions.steps import Note, record_intervention
from matches.live import push_chat, push_table_access
from matches.models import Step
from matches.models.social import Room
from matches.notices import withdraw_invitations
from matches.rounds.locking import lock_match
from notifications.models import Kind


def lock_chat(*, match_id: int, locked: bool, note: Note, now: datetime) -> Step | None:
    """Lock or unlock a table's chat; messages stay readable. Raises `Refused`."""
    with transaction.atomic():
        match = lock_match(match_id)
        if match.chat_locked == locked:
            raise Refused(
                "locked_already",
                gettext("The chat is locked already.") if locked else gettext("The chat is not locked."),
            )
        match.chat_locked = locked
        match.save(update_fields=["chat_locked"])
        for room in Room:
            push_chat(match.pk, room)
        return record_intervention(match=match, kind="chat_locked" if locked else "chat_opened", note=note, now=now)


def set_privacy(*, match_id: int, private: bool, note: Note, now: datetime) -> Step | None:
    """Make a table private or public. Raises `Refused`."""
    with transaction.atomic():
        match = lock_match(match_id)
        if match.private == private:
            raise Refused(
                "private_already", gettext("It is private already.") if private else gettext("It is not private.")
            )
        match.private = private
        match.save(update_fields=["private"])
        if private:
            # Those who are told that it is open may not see it any more; who has an invitation keeps that.
            withdraw_invitations(match=match, kinds=(Kind.OPEN_TABLE,), now=now)
        push_table_access(match.pk)
        return record_intervention(match=match, kind="made_private" if private else "made_public", note=note, now=now)
