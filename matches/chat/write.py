"""Send and take back messages, keep notes, mute and star."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext, gettext_lazy

from accounts.models import Block, User
from accounts.security.suspension import until_words
from foundation.errors import Forbidden, Refused
from foundation.sanitise import sanitised
from foundation.vault import seal
from matches.chat.read import TAKE_BACK_WITHIN, rooms_read
from matches.live import push_chat
from matches.models import Match
from matches.models.social import Following, Message, Muting, Note, Room
from matches.notices import notify_players, people_of
from matches.rounds.locking import lock_match
from matches.view.match_view import may_see, seat_of
from notifications.models import Kind

LONGEST_MESSAGE = 1000
LONGEST_NOTE = 5000
MOST_STARRED = 200

WROTE = gettext_lazy("Someone wrote to all players at this table.")
"""The text of a chat notice. Author and message are shown only at the table, and one notice a turn is enough."""


def check_may_speak(user: User, now: datetime) -> None:
    """Raise `Forbidden` if a moderator has muted a user."""
    if user.silenced_until is not None and user.silenced_until > now:
        raise Forbidden(
            "silenced",
            gettext("A moderator has muted you {until}. You may play on.").format(
                until=until_words(user.silenced_until)
            ),
        )


def check_not_too_late(written_at: datetime, now: datetime) -> None:
    """Raise `Refused` if a message is too old to be taken back."""
    if now >= written_at + TAKE_BACK_WITHIN:
        minutes = TAKE_BACK_WITHIN.seconds // 60
        raise Refused(
            "too_late",
            gettext("A message can be taken back for {minutes} minutes; this one is older.").format(minutes=minutes),
        )


def write_message(*, match_id: int, user: User, room: str, text: str, now: datetime) -> Message:
    """Send a message to a room that the user may read. Raises `Match.DoesNotExist`, `Forbidden` and `Refused`."""
    words = _words(text, LONGEST_MESSAGE)
    if not words:
        raise Refused("message_empty", gettext("Write something first, then send it."))
    check_may_speak(user, now)
    with transaction.atomic():
        match = lock_match(match_id)
        if room not in rooms_read(match, user):
            raise Forbidden("not_your_room", gettext("You cannot write here. Choose a room that you are in."))
        if match.chat_locked:
            raise Forbidden("chat_locked", gettext("A moderator has locked the chat of this table. You may read it."))
        last = match.messages.filter(room=room).aggregate(last=Max("number"))["last"] or 0
        message = Message.objects.create(
            match=match, room=room, number=last + 1, author=user, seat=seat_of(match, user.pk), text=words, at=now
        )
        _read_to(match, user, Room(room), message.number)
        push_chat(match.pk, Room(room))
        if room == Room.PLAYERS:
            notify_players(
                match=match, kind=Kind.CHAT, number=match.next_step, text=WROTE, users=_hearers(match, user), now=now
            )
    return message


def _hearers(match: Match, writer: User) -> list[User]:
    """Return the other people at a table who have muted neither it nor the writer."""
    deaf = {*Following.objects.filter(match=match, muted=True).values_list("user_id", flat=True)}
    if not match.names_hidden:
        # While names are hidden, a missing notice would reveal who wrote.
        deaf |= {*Muting.objects.filter(muted=writer).values_list("reader_id", flat=True)}
        deaf |= {*Block.objects.filter(other=writer).values_list("by_id", flat=True)}
    return [user for user in people_of(match) if user.pk != writer.pk and user.pk not in deaf]


def _words(text: str, longest: int) -> str:
    """Strip whitespace at the ends and characters that cannot be stored. Raises `Refused` if the text is too long."""
    words = sanitised(text)
    if len(words) > longest:
        raise Refused(
            "text_too_long",
            gettext("This has {count} characters; {longest} is the most. Make it shorter.").format(
                count=len(words), longest=longest
            ),
        )
    return words


def take_back_message(*, match_id: int, user: User, room: str, number: int, now: datetime) -> None:
    """Take back the user's own recent message. Raises `Match.DoesNotExist`, `Forbidden` and `Refused`."""
    with transaction.atomic():
        match = lock_match(match_id)
        message = _readable(match, user, room, number)
        if message.author_id != user.pk:
            raise Forbidden("not_your_message", gettext("Only its writer can take a message back."))
        check_not_too_late(message.at, now)
        message.taken_back_at = message.taken_back_at or now
        message.save(update_fields=["taken_back_at"])
        push_chat(match.pk, Room(room))


def hide_message(*, message: Message, by: User, now: datetime) -> None:
    """Hide a message from everyone at a table. Raises `Refused`."""
    if message.hidden_at is not None:
        raise Refused("hidden_already", gettext("This message is hidden already."))
    message.hidden_at, message.hidden_by = now, by
    message.save(update_fields=["hidden_at", "hidden_by"])
    push_chat(message.match_id, Room(message.room))


def show_message(*, message: Message) -> None:
    """Show a hidden message again."""
    message.hidden_at, message.hidden_by = None, None
    message.save(update_fields=["hidden_at", "hidden_by"])
    push_chat(message.match_id, Room(message.room))


def _readable(match: Match, user: User, room: str, number: int) -> Message:
    found = match.messages.filter(room=room, number=number).first() if room in rooms_read(match, user) else None
    if found is None:
        raise Forbidden("no_such_message", gettext("There is no such message here. Load the table again."))
    return found


def mark_messages_read(*, match: Match, user: User, room: str, up_to: int) -> None:
    """Mark a room as read up to a message."""
    if room in rooms_read(match, user):
        last = match.messages.filter(room=room).aggregate(last=Max("number"))["last"] or 0
        _read_to(match, user, Room(room), min(up_to, last))


def _read_to(match: Match, user: User, room: Room, number: int) -> None:
    following, _ = Following.objects.get_or_create(match=match, user=user)
    column = f"read_{room}"
    Following.objects.filter(pk=following.pk, **{f"{column}__lt": number}).update(**{column: number})


def write_note(*, match: Match, user: User, text: str, now: datetime) -> None:
    """Save a player's private note; empty text deletes it. Raises `Forbidden` and `Refused`."""
    words = _words(text, LONGEST_NOTE)
    mine = Note.objects.filter(match=match, writer=user)
    if not words:
        mine.delete()
    elif seat_of(match, user.pk) is None and not mine.exists():
        raise Forbidden("not_your_seat", gettext("Only players of this table can keep notes about it."))
    else:
        Note.objects.update_or_create(match=match, writer=user, defaults={"sealed": seal(words), "at": now})


def mute_author(*, match: Match, user: User, room: str, number: int) -> User:
    """Mute the author of a message at every table. Raises `Forbidden`."""
    message = _readable(match, user, room, number)
    if message.author is None or message.author_id == user.pk:
        raise Forbidden("nobody_to_mute", gettext("There is nobody to mute here. Choose a message of another person."))
    if match.names_hidden and message.seat is not None:
        raise Forbidden(
            "names_hidden", gettext("Names are hidden at this table. Mute its chat instead, or wait for the end.")
        )
    Muting.objects.get_or_create(reader=user, muted=message.author)
    return message.author


def unmute_author(*, user: User, muted_id: int) -> None:
    """Unmute an author."""
    Muting.objects.filter(reader=user, muted=muted_id).delete()


def mute_match_chat(*, match: Match, user: User, muted: bool) -> None:
    """Hide or show a table's chat for one reader."""
    Following.objects.update_or_create(match=match, user=user, defaults={"muted": muted})


def star_table(*, match: Match, user: User, starred: bool) -> None:
    """Star or unstar a table, known only to the user. Raises `Forbidden` and `Refused`."""
    if starred and not may_see(match, user.pk):
        raise Forbidden("not_for_you", gettext("You may not watch this table."))
    if starred and Following.objects.filter(user=user, starred=True).count() >= MOST_STARRED:
        raise Refused(
            "too_many_starred",
            gettext("You follow {most} tables. Take one off your list first.").format(most=MOST_STARRED),
        )
    Following.objects.update_or_create(match=match, user=user, defaults={"starred": starred})
