"""URLs of friends below /api/v1/."""

from django.urls import path

from friends.api.friends import FollowersView, FollowerView, FriendsView, FriendView

urlpatterns = [
    path("friends", FriendsView.as_view(), name="friends"),
    path("friends/<str:name>", FriendView.as_view(), name="friend"),
    path("followers", FollowersView.as_view(), name="followers"),
    path("followers/<str:name>", FollowerView.as_view(), name="follower"),
]
