"""Read the chat of a club. It leaves the site only through `club_chat`, and `inspected_club_chat` for moderators."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.identity.blocks import blocked_by
from accounts.models import User
from clubs.models import Club, ClubMessage, Membership
from foundation.sanitise import html_of
from matches.chat.read import TAKE_BACK_WITHIN, ShownMessage, gone_words, near_numbers

LATEST = 100


@dataclass(frozen=True)
class ClubMessageView(ShownMessage):
    """A message of a club, as one member may see it."""

    author: User | None


@dataclass(frozen=True)
class ClubChat:
    """The latest messages of a club, oldest first, as one member may see them."""

    messages: tuple[ClubMessageView, ...]
    last: int
    """The number of the last message, up to which all count as read."""
    left_out: bool
    """True if messages of people whom the reader has blocked or muted are left out."""
    more: bool


def club_chat(membership: Membership, now: datetime, latest: int = LATEST) -> ClubChat:
    """Return the chat of a club for one of its members: see `clubs.selectors.access.member_of`."""
    reader = membership.user
    unheard = blocked_by(user_id=reader.pk) | set(reader.mutings.values_list("muted_id", flat=True))
    rows = list(membership.club.messages.select_related("author").order_by("-number")[: latest + 1])
    heard = [row for row in rows[:latest] if row.author_id not in unheard]
    messages = tuple(_message(row, membership, now) for row in reversed(heard))
    last = rows[0].number if rows else 0
    return ClubChat(messages, last, left_out=len(heard) < len(rows[:latest]), more=len(rows) > latest)


def _message(row: ClubMessage, membership: Membership, now: datetime) -> ClubMessageView:
    is_mine, gone = row.author_id == membership.user_id, gone_words(row.taken_back_at, row.hidden_at)
    return ClubMessageView(
        number=row.number,
        who=gettext("You") if is_mine else _called(row),
        is_mine=is_mine,
        at=row.at,
        words=None if gone else html_of(row.text),
        text=None if gone else row.text,
        language=_language(row),
        gone=gone,
        may_take_back=is_mine and not gone and now < row.at + TAKE_BACK_WITHIN,
        is_new=not is_mine and row.number > membership.read_to,
        author=row.author,
    )


def _language(row: ClubMessage) -> str:
    return row.author.language if row.author else ""


def _called(row: ClubMessage) -> str:
    return row.author.display_name if row.author else gettext("Somebody")


@dataclass(frozen=True)
class InspectedClubMessage:
    """A message as a moderator sees it, even if it was taken back or hidden."""

    number: int
    who: str
    author: User | None
    at: datetime
    words: SafeString
    language: str
    gone: str


def inspected_club_chat(club: Club, latest: int = 500) -> list[InspectedClubMessage]:
    """Return the latest messages of a club, oldest first, for moderators."""
    rows = club.messages.select_related("author").order_by("-number")[:latest]
    return [inspected_club_message(row) for row in reversed(rows)]


def inspected_club_around(row: ClubMessage) -> list[InspectedClubMessage]:
    """Return a message and what was said in the club just before and after it, for moderators."""
    near = row.club.messages.select_related("author").filter(number__range=near_numbers(row.number))
    return [inspected_club_message(one) for one in near.order_by("number")]


def inspected_club_message(row: ClubMessage) -> InspectedClubMessage:
    """Return one message for moderators."""
    words, gone = html_of(row.text), gone_words(row.taken_back_at, row.hidden_at)
    return InspectedClubMessage(row.number, _called(row), row.author, row.at, words, _language(row), gone)
