"""Downloads of tables of ladders, seasons, tournaments and ratings."""

from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.throttles import count_costly
from api.messages import ApiResponse
from api.scopes import Scope
from api.views import ApiView, operation
from ladders.selectors.exports import SHEETS


class SheetResponse(ApiResponse):
    """A whole table."""

    columns: list[str]
    rows: list[list[Any]]
    """Each row has a value for each column."""


class SheetView(ApiView):
    """A table as a download."""

    @operation("Take a table away", scope=Scope.READ, reply=SheetResponse)
    def get(self, request: Request, what: str, key: str) -> SheetResponse:
        """Get a whole table at once, as of now.

        `what` is `ladder`, `moves` or `challenges` with a ladder's slug as `key`; `season` with a season's number;
        `standings`, `tables`, `entries` or `reasons` with a tournament's number; `ratings` with a game and a speed,
        as in `GAME-at-days`; `record` and `opponents` with a player's name.
        """
        count_costly(request, asking(request))
        try:
            sheet = SHEETS[what](key, asking(request).pk)
        except (KeyError, ObjectDoesNotExist, ValueError) as error:
            raise Http404 from error
        return SheetResponse(columns=list(sheet.columns), rows=[list(row) for row in sheet.rows])
