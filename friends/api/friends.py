"""Friends: whom you follow, who follows you, and who waits for whom."""

from datetime import datetime

import msgspec
from django.http import Http404
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.named import player_of_field
from accounts.api.throttles import count_as
from accounts.identity.selectors import user_or_404
from accounts.models import User
from api.cursors import newest_first
from api.messages import FIRST, ApiRequest, ApiResponse, Line, NextCursor, PageQuery
from api.scopes import Scope
from api.views import ApiView, operation
from friends.selectors.friends import Friend, followed_among, followers, friends_of, people_followed
from friends.services.following import follow, remove_follower, unfollow

HOUR = 3600


class CommonMatch(ApiResponse):
    """A running match of you and a friend. Matches that hide names are left out."""

    number: int
    title: str
    my_turn: bool
    their_turn: bool
    """False at a table that hides who has answered."""


class FriendsTable(ApiResponse):
    """A friend's table that anyone may join."""

    number: int
    title: str
    free: int
    """The seats that are free for anyone."""


class FriendResponse(ApiResponse):
    """Someone whom you follow."""

    name: str
    mutual: bool
    """True if they follow you too."""
    matches: list[CommonMatch]
    tables: list[FriendsTable]


class Friends(ApiResponse):
    """A page of the people you follow, those who wait for you first; later pages have those followed earlier."""

    results: list[FriendResponse]
    next_cursor: NextCursor


class FollowerResponse(ApiResponse):
    """Someone who follows you."""

    name: str
    at: datetime
    mutual: bool
    """True if you follow them too."""


class Followers(ApiResponse):
    """The people who follow you, latest first."""

    results: list[FollowerResponse]
    next_cursor: NextCursor


class Following(ApiRequest):
    """The person to follow."""

    name: Line


def _friends(user: User, query: PageQuery = FIRST) -> Friends:
    page = newest_first(people_followed(user), of="friends", cursor=query.cursor, limit=query.limit)
    return Friends(results=[_friend(friend) for friend in friends_of(user, page.rows)], next_cursor=page.next_cursor)


def _friend(friend: Friend) -> FriendResponse:
    return FriendResponse(
        name=friend.user.username,
        mutual=friend.mutual,
        matches=msgspec.convert(friend.matches, list[CommonMatch], from_attributes=True),
        tables=msgspec.convert(friend.tables, list[FriendsTable], from_attributes=True),
    )


def _followers(user: User, query: PageQuery = FIRST) -> Followers:
    page = newest_first(followers(user), of="followers", cursor=query.cursor, limit=query.limit)
    back = followed_among(user, [row.by for row in page.rows])
    found = [FollowerResponse(name=row.by.username, at=row.at, mutual=row.by_id in back) for row in page.rows]
    return Followers(results=found, next_cursor=page.next_cursor)


class FriendsView(ApiView):
    """The people you follow."""

    @operation("List friends", scope=Scope.READ, reply=Friends, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> Friends:
        """List the people you follow, with your running matches, whose turn it is, and their open tables."""
        return _friends(asking(request), query)

    @operation(
        "Follow a person",
        scope=Scope.PLAY,
        reply=Friends,
        body=Following,
        error_fields=dict.fromkeys(("own_name", "not_people", "too_many_followed"), "/name"),
    )
    def post(self, request: Request, body: Following, now: datetime) -> Friends:
        """Follow a person. They are told, and may remove you. Following twice changes nothing."""
        me = asking(request)
        count_as("follow", request, me, wait=HOUR)
        follow(user=me, other=player_of_field(body.name, "/name"), now=now)
        return _friends(me)


class FriendView(ApiView):
    """Someone whom you follow."""

    @operation("Stop following a person", scope=Scope.PLAY, reply=Friends)
    def delete(self, request: Request, name: str, now: datetime) -> Friends:
        """Stop following a person. 404 if you do not follow them."""
        me = asking(request)
        if not unfollow(user=me, other=user_or_404(name=name), now=now):
            raise Http404
        return _friends(me)


class FollowersView(ApiView):
    """The people who follow you."""

    @operation("List followers", scope=Scope.READ, reply=Followers, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> Followers:
        """List the people who follow you."""
        return _followers(asking(request), query)


class FollowerView(ApiView):
    """Someone who follows you."""

    @operation("Remove a follower", scope=Scope.PLAY, reply=Followers)
    def delete(self, request: Request, name: str, now: datetime) -> Followers:
        """Remove a follower, who cannot follow you again until you follow them. They are not told."""
        me = asking(request)
        if not remove_follower(user=me, follower=user_or_404(name=name), now=now):
            raise Http404
        return _followers(me)
