"""Players' names on the desk: the same as for spectators, so hidden names stay hidden."""

from django.utils.translation import gettext

from accounts.models import User
from matches.models import Match


def subject_hidden(match: Match | None) -> bool:
    """True if names are hidden in the match something is about."""
    return match is not None and match.names_hidden


def display_name(user: User | None, match: Match | None, seat: int | None = None) -> str:
    """A player's displayed name, or their seat if names are hidden."""
    if user is None:
        return "" if seat is None else gettext("Player {number}").format(number=seat + 1)
    if not subject_hidden(match):
        return user.display_name
    return (
        gettext("a player whose name is hidden") if seat is None else gettext("Player {number}").format(number=seat + 1)
    )
