"""Seats: joining and leaving before the start, taking a seat back from a bot, and substitutes."""

from datetime import datetime

from django.http import Http404
from rest_framework.request import Request

from accounts.api.authentication import asking
from api.messages import ApiRequest, Nothing
from api.scopes import Scope
from api.views import ApiView, operation
from matches.api.common import as_it_stands, findable_match, visible_match
from matches.api.receipts import SeatedResponse, as_seated
from matches.api.responses import Invitation, MatchResponse, Words
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.lobby.tables import join_match, leave_match
from matches.timeouts.stand_ins import take_back_seat


class Substitute(ApiRequest):
    """The invitation of a substitute."""

    invitation: Invitation = ""


class Joining(ApiRequest):
    """Details of a player who joins."""

    invitation: Invitation = ""
    contribution: Words = ""


class SeatApiView(ApiView):
    """Your seat before the start."""

    @operation("Join", scope=Scope.PLAY, reply=SeatedResponse, body=Joining)
    def post(self, request: Request, number: int, body: Joining, now: datetime) -> SeatedResponse:
        """Take a free seat. The match begins when the last one is taken. Keep the receipt of the reply."""
        visible_match(request, number, body.invitation)
        join_match(
            match_id=number,
            user=asking(request),
            token=body.invitation,
            contribution=body.contribution,
            now=now,
        )
        return as_seated(request, number)

    @operation("Leave before the start", scope=Scope.PLAY, reply=None, status=204)
    def delete(self, request: Request, number: int, now: datetime) -> None:
        """Give your seat back. If the host leaves, the table closes. Once the match has begun, resign instead."""
        visible_match(request, number)
        leave_match(match_id=number, user=asking(request), now=now)


class SeatBackView(ApiView):
    """Your seat."""

    @operation("Take your seat back", scope=Scope.PLAY, reply=MatchResponse, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> MatchResponse:
        """Take your seat back from a bot that stands in for you."""
        visible_match(request, number)
        take_back_seat(match_id=number, user_id=asking(request).pk, now=now)
        return as_it_stands(request, number)


class OfferView(ApiView):
    """Offers of seats to substitutes."""

    @operation("Offer a seat", scope=Scope.PLAY, reply=MatchResponse, body=Nothing)
    def post(self, request: Request, number: int, seat: int, body: Nothing, now: datetime) -> MatchResponse:
        """Offer substitutes your seat, or one that a bot holds."""
        visible_match(request, number)
        offer_seat(match_id=number, user_id=asking(request).pk, number=seat, wanted=True, now=now)
        return as_it_stands(request, number)

    @operation("Withdraw the offer of a seat", scope=Scope.PLAY, reply=MatchResponse)
    def delete(self, request: Request, number: int, seat: int, now: datetime) -> MatchResponse:
        """Withdraw the offer of a seat. 404 if it is not on offer."""
        match = visible_match(request, number)
        if not match.seats.filter(number=seat, substitute_wanted=True).exists():
            raise Http404
        offer_seat(match_id=number, user_id=asking(request).pk, number=seat, wanted=False, now=now)
        return as_it_stands(request, number)


class SubstituteView(ApiView):
    """Seats on offer."""

    @operation("Take a seat over", scope=Scope.PLAY, reply=SeatedResponse, body=Substitute)
    def post(self, request: Request, number: int, seat: int, body: Substitute, now: datetime) -> SeatedResponse:
        """Take over a seat on offer, and play on. Keep the receipt of the reply."""
        findable_match(request, number, seat, body.invitation)
        take_over_seat(match_id=number, user=asking(request), number=seat, token=body.invitation, now=now)
        return as_seated(request, number)
