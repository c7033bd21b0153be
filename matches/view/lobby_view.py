"""The lobby: the seats of a table that has not started."""

from dataclasses import dataclass

from django.utils.translation import gettext, pgettext

from engine import Player
from matches.models import Match, Seat
from matches.view.match_view import profile_url, seat_name


@dataclass(frozen=True)
class LobbySeat:
    """A seat in the lobby, as one reader may see it."""

    number: Player
    taken: bool
    is_me: bool
    name: str
    note: str
    profile_url: str = ""
    """The page of a player, while names are shown."""


def lobby_seats(match: Match, user_id: int | None) -> list[LobbySeat]:
    """Return the seats in the lobby."""
    rows = match.seats.select_related("user", "invited")
    return [
        LobbySeat(
            seat.number,
            seat.user is not None,
            seat.user_id == user_id,
            seat_name(seat),
            _lobby_note(match, seat),
            profile_url(seat),
        )
        for seat in rows
    ]


def _lobby_note(match: Match, seat: Seat) -> str:
    """Describe who has a seat or for whom it is kept."""
    if seat.user is not None:
        taken = gettext("AI player") if seat.user.is_house else pgettext("player", "has a seat")
        return pgettext("player", "opened this table") if seat.user_id == match.host_id else taken
    if seat.offer == Seat.Offer.NAMED and seat.invited is not None:
        if match.names_hidden:
            return pgettext("seat", "kept for a player")
        return pgettext("seat", "kept for {name}").format(name=seat.invited.display_name)
    return gettext("Any member") if match.members_only else str(seat.get_offer_display())
