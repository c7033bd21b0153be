"""Who may pass on the invitation link of a table."""

from matches.models import Match
from matches.view.match_view import seat_of


def invitation_for(match: Match, user_id: int | None) -> str:
    """Return the token of the invitation link if this reader may pass it on, or "".

    Until all seats are taken that is the host. Later it is the players of a private table with a seat for a substitute.
    """
    if match.members_only or user_id is None:
        return ""
    if match.status == Match.Status.OPEN:
        return match.invite_token if match.host_id == user_id and not match.awaits_beacon else ""
    wanted = (
        match.private and match.status in Match.GOING_ON and any(seat.substitute_wanted for seat in match.seats.all())
    )
    return match.invite_token if wanted and seat_of(match, user_id) is not None else ""
