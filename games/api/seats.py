"""Seats in a running match: taken back from a bot, offered to others, taken over."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from api.scopes import Scope
from api.shapes import Body, Nothing
from api.views import ApiView, operation
from games.api.common import as_it_stands, findable_match, visible_match
from games.api.shapes import MatchShape
from games.services.stand_ins import seat_take_back
from games.services.substitutes import seat_offer, seat_substitute


class Offer(Body):
    """Whether somebody may take the seat over."""

    wanted: bool


class Substitute(Body):
    """How I take a seat over."""

    invitation: Annotated[str, Meta(max_length=40, description="The token of an invitation link.")] = ""


class SeatBackView(ApiView):
    """My own seat."""

    @operation("Take my seat back", scope=Scope.PLAY, reply=MatchShape, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> MatchShape:
        """Play again where a bot stands in for me."""
        visible_match(request, number)
        seat_take_back(match_id=number, user_id=asking(request).pk, now=now)
        return as_it_stands(request, number)


class OfferView(ApiView):
    """Seats that a bot holds."""

    @operation("Offer a seat", scope=Scope.PLAY, reply=MatchShape, body=Offer)
    def put(self, request: Request, number: int, seat: int, body: Offer, now: datetime) -> MatchShape:
        """Let somebody take over a seat that a bot holds, or no longer."""
        visible_match(request, number)
        seat_offer(match_id=number, user_id=asking(request).pk, number=seat, wanted=body.wanted, now=now)
        return as_it_stands(request, number)


class SubstituteView(ApiView):
    """Seats on offer."""

    @operation("Take a seat over", scope=Scope.PLAY, reply=MatchShape, body=Substitute)
    def post(self, request: Request, number: int, seat: int, body: Substitute, now: datetime) -> MatchShape:
        """Play on at a seat that is on offer."""
        findable_match(request, number, seat, body.invitation)
        seat_substitute(match_id=number, user=asking(request), number=seat, token=body.invitation, now=now)
        return as_it_stands(request, number)
