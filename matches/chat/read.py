"""Read a table's chat and notes. They leave the site only through `chat_view`."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, OuterRef, Q, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from accounts.identity.blocks import blocked_by
from accounts.identity.selectors import awaits_confirmation
from accounts.models import Block, User
from foundation.sanitise import html_of
from foundation.vault import unseal
from matches.live import room_version
from matches.models import Match
from matches.models.social import Following, Message, Muting, Note, Room
from matches.view.match_view import may_see, seat_of

TAKE_BACK_WITHIN = timedelta(minutes=10)
LATEST = 30
"""Messages of a room shown on a table's page; the chat's own page shows more."""


@dataclass(frozen=True)
class ShownMessage:
    """A message of any chat, as one reader may see it."""

    number: int
    who: str
    is_mine: bool
    at: datetime
    words: SafeString | None
    """None if it was taken back or hidden."""
    text: str | None
    """The plain text, for programs."""
    language: str
    """The language that is meant, for screen readers; empty if nobody said or may know."""
    gone: str
    """Why nobody reads it any more, or an empty string."""
    may_take_back: bool
    is_new: bool


@dataclass(frozen=True)
class MessageView(ShownMessage):
    """A message at a table, as one reader may see it."""

    may_mute: bool


@dataclass(frozen=True)
class RoomView:
    """One room, as one reader may see it."""

    room: str
    title: str
    note: str
    """Who can read it."""
    messages: tuple[MessageView, ...]
    unread: int
    last: int
    """The number of its last message, up to which it will count as read."""
    more: bool
    left_out: bool
    """True if messages of muted authors are left out."""
    locked: bool
    """True if a moderator has locked the chat."""
    stands: str
    """The version that an open page keeps, to notice changes."""


@dataclass(frozen=True)
class ChatView:
    """The chat and notes of one match for one reader, and what they may do there."""

    number: int
    rooms: tuple[RoomView, ...]
    unread: int
    muted: bool
    starred: bool
    may_note: bool
    note: str
    is_player: bool
    closed: str
    """Why there is nothing to read, or ""."""


def rooms_read(match: Match, user: User) -> list[Room]:
    """Return the rooms that a user may read and write in.

    Players have their own room from the start. Spectators have another, hidden from players until
    the end; it needs an account with a confirmed address, since players could read along with another.
    """
    if match.started_at is None or not may_see(match, user.pk):
        return []
    spectators = [Room.SPECTATORS] if match.spectators else []
    if seat_of(match, user.pk) is not None:
        return [Room.PLAYERS, *(spectators if match.is_over else [])]
    return spectators if user.is_person and (match.is_over or not awaits_confirmation(user)) else []


def chat_view(match: Match, reader: User | AnonymousUser, *, now: datetime, latest: int = LATEST) -> ChatView:
    """Return the chat and notes of a match for a reader. Visitors and closed accounts can read nothing."""
    user = reader if isinstance(reader, User) and reader.is_active else None
    if user is None:
        why = gettext("Log in to chat with other spectators.")
        return ChatView(
            match.pk, (), 0, muted=False, starred=False, may_note=False, note="", is_player=False, closed=why
        )
    following = Following.objects.filter(match=match, user=user).first() or Following(match=match, user=user)
    muted_users = set(Muting.objects.filter(reader=user).values_list("muted_id", flat=True))
    muted_users |= blocked_by(user_id=user.pk)
    # Spectators are named, also where players are not.
    muted = {Room.SPECTATORS: muted_users, Room.PLAYERS: _muted_here(match, muted_users)}
    read = [] if following.muted else rooms_read(match, user)
    rooms = tuple(_room(_Reading(match, user, following, muted[room], now, latest), room) for room in read)
    note = Note.objects.filter(match=match, writer=user).first()
    is_player = seat_of(match, user.pk) is not None
    return ChatView(
        number=match.pk,
        rooms=rooms,
        unread=sum(room.unread for room in rooms),
        muted=following.muted,
        starred=following.starred,
        may_note=note is not None or (is_player and match.started_at is not None),
        note=unseal(note.sealed, str) if note else "",
        is_player=is_player,
        closed="" if rooms else _why_closed(match, user, following),
    )


def _why_closed(match: Match, user: User, following: Following) -> str:
    if following.muted:
        return gettext("You have muted the chat of this table.")
    if match.started_at is None:
        return gettext("The chat of this table opens when the match starts.")
    if awaits_confirmation(user):
        return gettext(
            "Confirm your mail address to chat with other spectators: open the link in the mail that we sent you."
        )
    if user.is_person:
        return ""
    return gettext("Guests cannot read this chat. Keep your account to chat with other spectators.")


def _muted_here(match: Match, muted: set[int]) -> set[int]:
    """Return the authors muted among the players. At an anonymous table a gap would reveal who sits there."""
    if not match.names_hidden:
        return muted
    former = match.former_holders.values_list("user_id", flat=True)
    return muted - {seat.user_id for seat in match.seats.all() if seat.user_id} - set(former)


@dataclass(frozen=True)
class _Reading:
    match: Match
    user: User
    following: Following
    muted: set[int]
    now: datetime
    latest: int


def _room(reading: _Reading, room: Room) -> RoomView:
    sent = reading.match.messages.filter(room=room)
    rows = list(sent.select_related("author").order_by("-number")[: reading.latest + 1])
    read_to = getattr(reading.following, f"read_{room}")
    heard = [row for row in rows[: reading.latest] if row.author_id not in reading.muted]
    fresh = sent.filter(number__gt=read_to, taken_back_at=None, hidden_at=None).exclude(author=reading.user)
    unread = fresh.exclude(author__in=reading.muted).count() if rows and rows[0].number > read_to else 0
    return RoomView(
        room=room,
        title=gettext("Players’ chat") if room == Room.PLAYERS else gettext("Spectators’ chat"),
        note=_who_reads(reading.match, room),
        messages=tuple(_message(reading, row, read_to) for row in reversed(heard)),
        unread=unread,
        last=rows[0].number if rows else 0,
        more=len(rows) > reading.latest,
        left_out=len(heard) < len(rows[: reading.latest]),
        locked=reading.match.chat_locked,
        stands=room_version(reading.match, room),
    )


def _who_reads(match: Match, room: Room) -> str:
    if room == Room.PLAYERS:
        return gettext("Only the players of this table read it, and moderators who look into it.")
    if match.is_over:
        return gettext("Everyone with an account reads it.")
    return gettext("The players cannot read it before the end.")


def _message(reading: _Reading, row: Message, read_to: int) -> MessageView:
    is_mine = row.author_id == reading.user.pk
    gone = gone_words(row.taken_back_at, row.hidden_at)
    return MessageView(
        number=row.number,
        who=pgettext("author", "You") if is_mine else _called(reading.match, row),
        is_mine=is_mine,
        at=row.at,
        words=None if gone else html_of(row.text),
        text=None if gone else row.text,
        language=_language(reading.match, row),
        gone=gone,
        may_take_back=is_mine and not gone and reading.now < row.at + TAKE_BACK_WITHIN,
        may_mute=not is_mine
        and row.author_id is not None
        and not (reading.match.names_hidden and row.seat is not None),
        is_new=not is_mine and row.number > read_to,
    )


def _language(match: Match, row: Message) -> str:
    """Return the language of the table's chat, or that of its writer, unless it would help to tell who wrote."""
    if match.language or (match.names_hidden and row.seat is not None):
        return match.language
    return row.author.language if row.author else ""


def gone_words(taken_back_at: datetime | None, hidden_at: datetime | None) -> str:
    """Return why nobody reads a message any more, or an empty string."""
    if taken_back_at:
        return pgettext("message", "taken back")
    return pgettext("message", "hidden by a moderator") if hidden_at else ""


def _called(match: Match, row: Message) -> str:
    """Return the author's name: the seat they held while names are hidden."""
    if match.names_hidden and row.seat is not None:
        return gettext("Player {number}").format(number=row.seat + 1)
    return row.author.display_name if row.author else gettext("Somebody")


@dataclass(frozen=True)
class InspectedMessage:
    """A message as a moderator sees it, even if it was taken back or hidden."""

    room: str
    number: int
    who: str
    at: datetime
    words: SafeString
    language: str
    """As for other readers: empty where it would help to tell who wrote."""
    gone: str
    author_id: int | None
    """None while names are hidden, too."""


def inspected_chat(match: Match) -> list[InspectedMessage]:
    """Return the whole chat of a table, oldest first, for moderators, from whom hidden names stay hidden."""
    rows = match.messages.select_related("author").order_by("at", "pk")
    return [inspected_message(match, row) for row in rows]


def inspected_around(match: Match, row: Message) -> list[InspectedMessage]:
    """Return a message and what was said in its room just before and after it, for moderators."""
    near = match.messages.select_related("author").filter(room=row.room, number__range=near_numbers(row.number))
    return [inspected_message(match, one) for one in near.order_by("number")]


def near_numbers(number: int) -> tuple[int, int]:
    """Return the first and the last number of the messages around one: what led to it says more than what followed."""
    return number - 6, number + 3


def inspected_message(match: Match, row: Message) -> InspectedMessage:
    """Return one message for moderators."""
    author = None if match.names_hidden else row.author_id
    return InspectedMessage(
        room=row.room,
        number=row.number,
        who=_called(match, row),
        at=row.at,
        words=html_of(row.text),
        language=_language(match, row),
        gone=gone_words(row.taken_back_at, row.hidden_at),
        author_id=author,
    )


def unread_of(user_id: int) -> Combinable:
    """Return the number of a user's unread player messages, to annotate matches with that they play in."""
    read = Following.objects.filter(match=OuterRef("match"), user=user_id)
    sent = Message.objects.filter(match=OuterRef("pk"), room=Room.PLAYERS, match__seats__user=user_id)
    fresh = sent.exclude(author=user_id).filter(taken_back_at=None, hidden_at=None)
    muted = Muting.objects.filter(reader=user_id).values("muted")
    blocked = Block.objects.filter(by=user_id).values("other")
    unheard = Q(author__in=muted) | Q(author__in=blocked)
    heard = fresh.exclude(unheard & ~Q(match__anonymous=True, match__ended_at=None))
    counted = heard.annotate(
        read_to=Coalesce(Subquery(read.values("read_players")[:1]), Value(0)),
    ).filter(number__gt=F("read_to"))
    unmuted = counted.exclude(match__in=Following.objects.filter(user=user_id, muted=True).values("match"))
    number = unmuted.order_by().values("match").annotate(count=Count("pk", distinct=True)).values("count")
    return Coalesce(Subquery(number), Value(0))


def muted_by(user: User) -> list[User]:
    """Return the authors that a user has muted."""
    return list(User.objects.filter(pk__in=user.mutings.values("muted")).order_by("username"))
