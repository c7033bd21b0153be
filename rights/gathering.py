"""All data about one user, for an archive."""

from collections.abc import Iterator

import msgspec

from accounts.models import User
from foundation.shares import in_shares
from matches.api.responses import match_response
from matches.models import FormerHolder, Seat
from matches.view.match_view import match_view, matches, may_see, seat_of
from rights.export_section import ExportSection, Rows
from rights.export_sections import EXPORT_SECTIONS

WHOLE_LOG = 100_000
A_SHARE = 200


def match_ids_of(user: User) -> list[int]:
    """The numbers of the matches in which a user holds a seat, or held one and may still look on."""
    seats, left = Seat.objects.order_by().filter(user=user), FormerHolder.objects.filter(user=user)
    mine = matches().filter(pk__in=seats.values("match").union(left.values("match")))
    return [match.pk for match in in_shares(mine, A_SHARE) if may_see(match, user.pk)]


def match_as_seen(number: int, user: User) -> bytes:
    """The match as JSON, as this user may see it today, with its full log."""
    match = matches().get(pk=number)
    view = match_view(match, seat_of(match, user.pk), log_steps=WHOLE_LOG)
    return msgspec.json.format(msgspec.json.encode(match_response(view)), indent=1)


def sections_of(user: User) -> Iterator[tuple[ExportSection, Rows]]:
    """Every section with its rows."""
    return ((section, section.rows(user)) for section in EXPORT_SECTIONS)
