"""What moderators keep on their desk: notes about players, and answers to use again."""

from datetime import datetime

from accounts.models import User
from moderation.models import PlayerNote, SavedAnswer


def add_note(*, about: User, writer: User, text: str, now: datetime) -> None:
    """Keep a note about a player, which every moderator may read."""
    PlayerNote.objects.create(user=about, writer=writer, text=text, at=now)


def save_answer(*, title: str, text: str, changed: SavedAnswer | None) -> None:
    """Keep an answer to use again: a new one, or another text of one that there is."""
    answer = changed or SavedAnswer()
    answer.title, answer.text = title, text
    answer.save()


def remove_answer(*, number: int) -> None:
    """Delete a saved answer, if it is still there."""
    SavedAnswer.objects.filter(pk=number).delete()
