"""How players are called at the desk: as a spectator calls them, so a table that hides names hides them here too."""

from accounts.models import User
from games.models import Match


def subject_hidden(match: Match | None) -> bool:
    """Whether nobody may know who sits at the table that something is about."""
    return match is not None and match.names_hidden


def called(user: User | None, match: Match | None, seat: int | None = None) -> str:
    """A player in words, by seat where names are hidden."""
    if user is None:
        return "" if seat is None else f"Player {seat + 1}"
    if not subject_hidden(match):
        return user.display_name
    return "a player whose name is hidden" if seat is None else f"Player {seat + 1}"


def seat_number_of(user: User, match: Match | None) -> int | None:
    """Where somebody sits at a table, if they do."""
    if match is None:
        return None
    return next((seat.number for seat in match.seats.all() if seat.user_id == user.pk), None)
