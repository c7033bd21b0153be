"""Votes, pauses, resigning and rematches."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from api.messages import ApiRequest, Nothing
from api.scopes import Scope
from api.views import ApiView, operation
from matches.api.common import as_it_stands, visible_match
from matches.api.receipts import RematchResponse, as_rematch
from matches.api.responses import MatchResponse, Words
from matches.lobby.rematch import propose_rematch
from matches.lobby.resigning import resign_seat
from matches.lobby.votes import answer_vote, end_pause, open_vote

Vote = Literal["pause", "abandon", "take_back"]
OF_KIND = dict.fromkeys(("played_to_its_end", "nobody_to_agree", "asked_already", "no_vote"), "/kind")
OF_KIND |= dict.fromkeys(("no_take_backs", "round_stays"), "/kind")
SEED = {"seed_offer_invalid": "/seed_token", "seed_offer_used": "/seed_token"}


class NewVote(ApiRequest):
    """A vote to open."""

    kind: Annotated[
        Vote, Meta(description="Pause the match, call it off so that it does not count, or take its last round back.")
    ]


class VoteAnswer(ApiRequest):
    """An answer to the open vote."""

    kind: Vote
    agree: bool


class Rematch(ApiRequest):
    """Details of a rematch."""

    contribution: Words = ""
    seed_token: Annotated[str, Meta(max_length=1000, description="The token from `POST /seeds`.")] = ""


class VotesView(ApiView):
    """Votes."""

    @operation("Open a vote", scope=Scope.PLAY, reply=MatchResponse, body=NewVote, status=201, error_fields=OF_KIND)
    def post(self, request: Request, number: int, body: NewVote, now: datetime) -> MatchResponse:
        """Open a vote, to which you agree. It takes effect once all players agree."""
        visible_match(request, number)
        open_vote(match_id=number, user_id=asking(request).pk, kind=body.kind, now=now)
        return as_it_stands(request, number)


class VoteAnswersView(ApiView):
    """Answers to votes."""

    @operation("Answer a vote", scope=Scope.PLAY, reply=MatchResponse, body=VoteAnswer, error_fields=OF_KIND)
    def post(self, request: Request, number: int, body: VoteAnswer, now: datetime) -> MatchResponse:
        """Agree, or end the vote by saying no."""
        visible_match(request, number)
        answer_vote(match_id=number, user_id=asking(request).pk, kind=body.kind, agree=body.agree, now=now)
        return as_it_stands(request, number)


class ResumeView(ApiView):
    """The end of a pause."""

    @operation("Go on after a pause", scope=Scope.PLAY, reply=MatchResponse, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> MatchResponse:
        """Resume a match that its players paused."""
        visible_match(request, number)
        end_pause(match_id=number, user_id=asking(request).pk, now=now)
        return as_it_stands(request, number)


class ResignView(ApiView):
    """Resignations."""

    @operation("Resign", scope=Scope.PLAY, reply=MatchResponse, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> MatchResponse:
        """Give up your seat for good. A bot plays it to the end."""
        visible_match(request, number)
        resign_seat(match_id=number, user_id=asking(request).pk, now=now)
        return as_it_stands(request, number)


class RematchView(ApiView):
    """Rematches."""

    @operation(
        "Propose a rematch", scope=Scope.MANAGE, reply=RematchResponse, body=Rematch, status=201, error_fields=SEED
    )
    def post(self, request: Request, number: int, body: Rematch, now: datetime) -> RematchResponse:
        """Open the same table again for the same players. If that was done before, the reply is that table."""
        visible_match(request, number)
        user = asking(request)
        made = propose_rematch(
            match_id=number, user=user, contribution=body.contribution, seed_token=body.seed_token, now=now
        )
        return as_rematch(request, made.pk)
