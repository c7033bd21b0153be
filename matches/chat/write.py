"""Saying something at a table, taking it back, noting, muting and following."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from accounts.models import Block, User
from accounts.suspension import until_words
from games.beside import Following, Message, Muting, Note, Room
from games.models import Match
from games.selectors import may_see, seat_of
from games.services.errors import Forbidden, Refused
from games.services.notices import message_written, people_of, players_told
from games.services.rounds import match_locked
from games.talk import TAKE_BACK_WITHIN, rooms_read
from games.vault import seal
from notifications.models import Kind

LONGEST_MESSAGE = 1000
LONGEST_NOTE = 5000
MOST_STARRED = 200

WROTE = "Somebody wrote to all players there."
"""What a notice says of a message: who wrote what stands at the table alone, and one notice a turn is enough."""


def message_write(*, match_id: int, user: User, room: str, text: str, now: datetime) -> Message:
    """Say something in a room that one may read. Raises `Match.DoesNotExist`, `Forbidden` and `Refused`."""
    words = _words(text, LONGEST_MESSAGE)
    if not words:
        raise Refused("message_empty", "Write something first, then send it.")
    if user.silenced_until is not None and user.silenced_until > now:
        raise Forbidden("silenced", f"A moderator has muted you {until_words(user.silenced_until)}. You may play on.")
    with transaction.atomic():
        match = match_locked(match_id)
        if room not in rooms_read(match, user):
            raise Forbidden("not_your_room", "You cannot write here.")
        if match.talk_locked:
            raise Forbidden("talk_locked", "A moderator has locked the talk of this table. You may read it.")
        last = match.messages.filter(room=room).aggregate(last=Max("number"))["last"] or 0
        message = Message.objects.create(
            match=match, room=room, number=last + 1, author=user, seat=seat_of(match, user.pk), text=words, at=now
        )
        _read_to(match, user, Room(room), message.number)
        message_written(match=match, room=Room(room))
        if room == Room.PLAYERS:
            players_told(
                match=match, kind=Kind.CHAT, number=match.next_step, text=WROTE, users=_hearers(match, user), now=now
            )
    return message


def _hearers(match: Match, writer: User) -> list[User]:
    """The other people at a table who mute neither it nor the writer."""
    deaf = {*Following.objects.filter(match=match, muted=True).values_list("user_id", flat=True)}
    if not match.names_hidden:
        # Where names are hidden, a notice that does not come would tell who wrote.
        deaf |= {*Muting.objects.filter(muted=writer).values_list("reader_id", flat=True)}
        deaf |= {*Block.objects.filter(other=writer).values_list("by_id", flat=True)}
    return [user for user in people_of(match) if user.pk != writer.pk and user.pk not in deaf]


def _words(text: str, longest: int) -> str:
    """A text without what cannot be seen at its ends or stored. Raises `Refused` when it is too long."""
    words = text.replace("\r\n", "\n").replace("\x00", "").strip()
    if len(words) > longest:
        raise Refused("text_too_long", f"This has {len(words)} characters; {longest} is the most. Make it shorter.")
    return words


def message_take_back(*, match_id: int, user: User, room: str, number: int, now: datetime) -> None:
    """Take one's own message back, soon after it was sent. Raises `Match.DoesNotExist`, `Forbidden` and `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        message = _readable(match, user, room, number)
        if message.author_id != user.pk:
            raise Forbidden("not_your_message", "Only its writer can take a message back.")
        if now >= message.at + TAKE_BACK_WITHIN:
            minutes = TAKE_BACK_WITHIN.seconds // 60
            raise Refused("too_late", f"A message can be taken back for {minutes} minutes; this one is older.")
        message.taken_back_at = message.taken_back_at or now
        message.save(update_fields=["taken_back_at"])
        message_written(match=match, room=Room(room))


def message_hide(*, message: Message, by: User, now: datetime) -> None:
    """Let nobody at a table read a message any more. Raises `Refused`."""
    if message.hidden_at is not None:
        raise Refused("hidden_already", "This message is hidden already.")
    message.hidden_at, message.hidden_by = now, by
    message.save(update_fields=["hidden_at", "hidden_by"])
    message_written(match=message.match, room=Room(message.room))


def message_show(*, message: Message) -> None:
    """Let a hidden message be read again."""
    message.hidden_at, message.hidden_by = None, None
    message.save(update_fields=["hidden_at", "hidden_by"])
    message_written(match=message.match, room=Room(message.room))


def _readable(match: Match, user: User, room: str, number: int) -> Message:
    found = match.messages.filter(room=room, number=number).first() if room in rooms_read(match, user) else None
    if found is None:
        raise Forbidden("no_such_message", "There is no such message here. Load the table again.")
    return found


def messages_read(*, match: Match, user: User, room: str, up_to: int) -> None:
    """Note how far somebody has read a room."""
    if room in rooms_read(match, user):
        last = match.messages.filter(room=room).aggregate(last=Max("number"))["last"] or 0
        _read_to(match, user, Room(room), min(up_to, last))


def _read_to(match: Match, user: User, room: Room, number: int) -> None:
    following, _ = Following.objects.get_or_create(match=match, user=user)
    column = f"read_{room}"
    Following.objects.filter(pk=following.pk, **{f"{column}__lt": number}).update(**{column: number})


def note_write(*, match: Match, user: User, text: str, now: datetime) -> None:
    """Keep what a player notes for themselves; an empty note is thrown away. Raises `Forbidden` and `Refused`."""
    words = _words(text, LONGEST_NOTE)
    mine = Note.objects.filter(match=match, writer=user)
    if not words:
        mine.delete()
    elif seat_of(match, user.pk) is None and not mine.exists():
        raise Forbidden("not_your_seat", "Only players of this table can keep notes about it.")
    else:
        Note.objects.update_or_create(match=match, writer=user, defaults={"sealed": seal(words), "at": now})


def author_mute(*, match: Match, user: User, room: str, number: int) -> User:
    """No longer read the author of a message, at any table. Raises `Forbidden`."""
    message = _readable(match, user, room, number)
    if message.author is None or message.author_id == user.pk:
        raise Forbidden("nobody_to_mute", "There is nobody to mute here.")
    if match.names_hidden and message.seat is not None:
        raise Forbidden("names_hidden", "Names are hidden at this table. Mute its talk instead, or wait for the end.")
    Muting.objects.get_or_create(reader=user, muted=message.author)
    return message.author


def author_unmute(*, user: User, muted_id: int) -> None:
    """Read somebody again."""
    Muting.objects.filter(reader=user, muted=muted_id).delete()


def table_mute(*, match: Match, user: User, muted: bool) -> None:
    """Hide or show a table's talk for one reader."""
    Following.objects.update_or_create(match=match, user=user, defaults={"muted": muted})


def table_star(*, match: Match, user: User, starred: bool) -> None:
    """Put a table on one's own list or take it off; nobody else learns of it. Raises `Refused`."""
    if starred and not may_see(match, user.pk):
        raise Forbidden("not_for_you", "You may not watch this table.")
    if starred and Following.objects.filter(user=user, starred=True).count() >= MOST_STARRED:
        raise Refused("too_many_starred", f"You follow {MOST_STARRED} tables. Take one off your list first.")
    Following.objects.update_or_create(match=match, user=user, defaults={"starred": starred})
