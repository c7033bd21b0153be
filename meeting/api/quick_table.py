"""Quick tables: ask for one, wait, and leave."""

from datetime import datetime
from typing import Annotated

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from api.messages import ApiRequest, ApiResponse, Line
from api.scopes import Scope
from api.views import ApiView, operation
from matches.api.receipts import ReceiptResponse, receipt_if_seated
from meeting.criteria import BOTS_AFTER, Criteria, criteria_for
from meeting.selectors.waiting import criteria_of, row_of, tables_elsewhere, wait_of
from meeting.services.pool import ask_table, leave_pool

ANY = "Leave it out or empty for any"


class QuickTableRequest(ApiRequest):
    """What suits you. Asking again while you wait changes it, and says that you still wait."""

    games: Annotated[list[Line], Meta(max_length=50, description=f"Slugs of games. {ANY}.")] = []
    paces: Annotated[
        list[Line],
        Meta(max_length=20, description=f"Seconds for each answer, or `start+increment/cap`. {ANY} over days."),
    ] = []
    seats: Annotated[list[int], Meta(max_length=20, description=f"How many play. {ANY}.")] = []
    bots_after_minutes: Annotated[
        int | None,
        Meta(
            description=f"After so long bots may fill the table: {', '.join(map(str, BOTS_AFTER))}, or null for never. "
            "With live paces alone less than 60, as long as you wait for those."
        ),
    ] = None


class QuickTableResponse(ApiResponse):
    """Your table, or how the waiting stands."""

    match: int | None
    """The number of the match whose table was found just now."""
    receipt: ReceiptResponse | None
    """What the site has fixed by now for your seat at it, signed. Keep it to compare with the record of the match."""
    waiting_since: datetime | None
    """Null if you do not wait."""
    games: list[str]
    paces: list[str]
    seats: list[int]
    bots_after_minutes: int | None
    people_waiting: int
    """How many wait, you included."""
    people_fitting: int
    """How many of the others want a table like yours."""
    tables_elsewhere: list[int]
    """Tables where you sat down meanwhile. Until you ask again, no seat is looked for."""


class QuickTableView(ApiView):
    """Your place among those who wait for a quick table."""

    @operation("See how you wait", scope=Scope.READ, reply=QuickTableResponse)
    def get(self, request: Request) -> QuickTableResponse:
        """See since when you wait for a quick table, and how many others do."""
        return _response(asking(request), None, timezone.now())

    # Seating looks at everyone who waits, each in a transaction of their own.
    @operation(
        "Ask for a quick table",
        scope=Scope.MANAGE,
        reply=QuickTableResponse,
        body=QuickTableRequest,
        keyed=False,
        error_fields={"no_such_choice": "/games", "nothing_fits": "/games", "no_such_time": "/bots_after_minutes"},
    )
    def put(self, request: Request, body: QuickTableRequest, now: datetime) -> QuickTableResponse:
        """Get a seat at an open table that fits, or wait for others. You get a notice when your table begins."""
        me, criteria = asking(request), criteria_for(games=body.games, paces=body.paces, sizes=body.seats)
        return _response(me, ask_table(user=me, criteria=criteria, bots_after=body.bots_after_minutes, now=now), now)

    @operation("Stop waiting", scope=Scope.MANAGE, reply=QuickTableResponse)
    def delete(self, request: Request, now: datetime) -> QuickTableResponse:
        """Wait no longer."""
        me = asking(request)
        if not leave_pool(user=me):
            raise Http404(gettext("You are not waiting for a quick table."))
        return _response(me, None, now)


def _response(user: User, match: int | None, now: datetime) -> QuickTableResponse:
    row = row_of(user)
    criteria = criteria_of(row) if row else Criteria((), (), ())
    wait = wait_of(row, now) if row else None
    return QuickTableResponse(
        match=match,
        receipt=receipt_if_seated(match, user) if match is not None else None,
        waiting_since=row.since if row else None,
        games=list(criteria.games),
        paces=list(criteria.paces),
        seats=list(criteria.sizes),
        bots_after_minutes=row.bots_after if row else None,
        people_waiting=wait.waiting if wait else 0,
        people_fitting=wait.fitting if wait else 0,
        tables_elsewhere=tables_elsewhere(user, row.chosen_at) if row else [],
    )
