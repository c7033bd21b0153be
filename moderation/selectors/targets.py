"""What a user may report: only what they may see."""

from accounts.models import User
from clubs.models import Club, ClubMessage
from clubs.selectors.access import member_of, visible_club
from matches.chat.read import rooms_read
from matches.models import Match, Seat
from matches.models.social import Message


def message_readable(match: Match, user: User, room: str, number: int) -> Message | None:
    """A message in a chat room that the user may read, or None."""
    if room not in rooms_read(match, user):
        return None
    found: Message | None = match.messages.filter(room=room, number=number).first()
    return found


def club_reportable(number: int, user: User, message: int | None) -> tuple[Club, ClubMessage | None] | None:
    """A club that the user may see, and a message in it that they may read; None if either is not there."""
    club = visible_club(number, user.pk)
    if club is None or message is None:
        return None if club is None else (club, None)
    found = club.messages.filter(number=message).first() if member_of(number, user.pk) else None
    return None if found is None else (club, found)


def seats_held(match: Match) -> list[Seat]:
    """The occupied seats of a match."""
    return [seat for seat in match.seats.all() if seat.user_id]


def seat_held(match: Match, number: int) -> Seat | None:
    """An occupied seat by its number, or None."""
    return next((seat for seat in seats_held(match) if seat.number == number), None)
