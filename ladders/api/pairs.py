"""Pairs of players that organisers keep apart."""

from datetime import datetime

from django.db.models import Q
from django.http import Http404
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.named import player_of_field
from accounts.models import User
from accounts.values.names import name_key
from api.cursors import newest_first
from api.messages import FIRST, ApiRequest, ApiResponse, Line, NextCursor, PageQuery
from api.scopes import Scope
from api.views import ApiView, operation
from ladders.models import Apart
from ladders.services.ladders import set_apart
from ladders.services.organisers import check_organiser


class Pair(ApiRequest):
    """Two players to keep apart."""

    one: Line
    other: Line


class PairResponse(ApiResponse):
    """Two players who are kept apart."""

    one: str
    other: str


class Pairs(ApiResponse):
    """Pairs kept apart, latest first."""

    results: list[PairResponse]
    next_cursor: NextCursor


class PairsView(ApiView):
    """Pairs kept apart."""

    @operation("List pairs kept apart", scope=Scope.MANAGE, reply=Pairs, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> Pairs:
        """List pairs that are never seated together. Organisers only."""
        return _pairs(asking(request), query)

    @operation("Keep a pair apart", scope=Scope.MANAGE, reply=Pairs, body=Pair, error_fields={"same_player": "/other"})
    def post(self, request: Request, body: Pair, now: datetime) -> Pairs:
        """Keep two players apart at tables of ladders and tournaments. Organisers only."""
        me = asking(request)
        check_organiser(me, None)
        one, other = player_of_field(body.one, "/one"), player_of_field(body.other, "/other")
        set_apart(by=me, one=one, other=other, apart=True, now=now)
        return _pairs(me)


class PairView(ApiView):
    """One pair kept apart."""

    @operation("Let a pair meet again", scope=Scope.MANAGE, reply=Pairs)
    def delete(self, request: Request, one: str, other: str, now: datetime) -> Pairs:
        """Let two players meet again, named in either order. 404 if they are not kept apart. Organisers only."""
        me = asking(request)
        check_organiser(me, None)
        first, second = name_key(one), name_key(other)
        pair = Apart.objects.filter(
            Q(one__name_key=first, other__name_key=second) | Q(one__name_key=second, other__name_key=first)
        ).first()
        if pair is None:
            raise Http404
        set_apart(by=me, one=pair.one, other=pair.other, apart=False, now=now)
        return _pairs(me)


def _pairs(user: User, query: PageQuery = FIRST) -> Pairs:
    check_organiser(user, None)
    rows = Apart.objects.select_related("one", "other")
    page = newest_first(rows, of="apart", cursor=query.cursor, limit=query.limit)
    found = [PairResponse(one=row.one.username, other=row.other.username) for row in page.rows]
    return Pairs(results=found, next_cursor=page.next_cursor)
