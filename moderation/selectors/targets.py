"""What somebody may report: only what they may see."""

from accounts.models import User
from games.beside import Message
from games.models import Match, Seat
from games.talk import rooms_read


def message_readable(match: Match, user: User, room: str, number: int) -> Message | None:
    """Something said in a room that somebody reads, if there is such a thing."""
    if room not in rooms_read(match, user):
        return None
    found: Message | None = match.messages.filter(room=room, number=number).first()
    return found


def seats_held(match: Match) -> list[Seat]:
    """The seats of a table that somebody holds."""
    return [seat for seat in match.seats.all() if seat.user_id]


def seat_held(match: Match, number: int) -> Seat | None:
    """Such a seat by its number."""
    return next((seat for seat in seats_held(match) if seat.number == number), None)
