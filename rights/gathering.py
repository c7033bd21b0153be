"""All that the site keeps of one user, as an archive tells it."""

from collections.abc import Iterator

import msgspec
from django.db.models import Q

from accounts.models import User
from games.api.shapes import match_shape
from games.selectors import match_view, matches, may_see, seat_of
from rights.parts import PARTS, Part, Rows

WHOLE_LOG = 100_000
A_BATCH = 200


def tables_of(user: User) -> list[int]:
    """The numbers of the tables at which a user holds a seat, or held one where they may still look on."""
    mine = matches().filter(Q(seats__user=user) | Q(former_holders__user=user)).order_by("pk").distinct()
    return [match.pk for match in mine.iterator(chunk_size=A_BATCH) if may_see(match, user.pk)]


def table_as_seen(number: int, user: User) -> bytes:
    """A table as this user may see it today, to the last step of its log."""
    match = matches().get(pk=number)
    view = match_view(match, seat_of(match, user.pk), log_steps=WHOLE_LOG)
    return msgspec.json.format(msgspec.json.encode(match_shape(view)), indent=1)


def parts_of(user: User) -> Iterator[tuple[Part, Rows]]:
    """Every part with its rows."""
    return ((part, part.rows(user)) for part in PARTS)
