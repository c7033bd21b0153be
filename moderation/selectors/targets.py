"""What a user may report: only what they may see."""

from accounts.models import User
from matches.chat.read import rooms_read
from matches.models import Match, Seat
from matches.models.social import Message


def message_readable(match: Match, user: User, room: str, number: int) -> Message | None:
    """A message in a chat room that the user may read, or None."""
    if room not in rooms_read(match, user):
        return None
    found: Message | None = match.messages.filter(room=room, number=number).first()
    return found


def seats_held(match: Match) -> list[Seat]:
    """The occupied seats of a match."""
    return [seat for seat in match.seats.all() if seat.user_id]


def seat_held(match: Match, number: int) -> Seat | None:
    """An occupied seat by its number, or None."""
    return next((seat for seat in seats_held(match) if seat.number == number), None)
