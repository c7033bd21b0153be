"""Private URLs of a calendar and a feed."""

from datetime import datetime

from django.conf import settings
from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from api.messages import ApiResponse, Nothing
from api.scopes import Scope
from api.views import ApiView, operation
from notifications.models import Feed
from notifications.services.devices import close_feed, renew_feed


class Feeds(ApiResponse):
    """Your feeds, with their URLs only in the reply to the request that made them."""

    made_at: datetime | None
    """Null if there are none."""
    deadlines: str | None = None
    """For a calendar app. Save it: it is shown only once."""
    turns: str | None = None
    """For a feed reader. Save it: it is shown only once."""


def _feeds(user: User) -> Feeds:
    found = Feed.objects.filter(user=user).first()
    return Feeds(made_at=found.made_at if found else None)


class FeedsView(ApiView):
    """Feeds."""

    @operation("Look at your feeds", scope=Scope.READ, reply=Feeds)
    def get(self, request: Request) -> Feeds:
        """Get the date your feeds were made. Their URLs are not stored, so you cannot get them again."""
        return _feeds(asking(request))

    @operation("Make new addresses for your feeds", scope=Scope.PLAY, reply=Feeds, body=Nothing)
    def post(self, request: Request, body: Nothing, now: datetime) -> Feeds:
        """Make new private URLs for your deadlines and turns, and close the old ones."""
        token = renew_feed(user=asking(request), now=now)
        paths = [reverse(f"matches:feed_{name}", args=[token]) for name in ("deadlines", "turns")]
        return Feeds(made_at=now, deadlines=f"{settings.SITE_URL}{paths[0]}", turns=f"{settings.SITE_URL}{paths[1]}")

    @operation("Close your feeds", scope=Scope.PLAY, reply=None, status=204)
    def delete(self, request: Request, now: datetime) -> None:
        """Close the URLs of your feeds. 404 if you have none."""
        user = asking(request)
        if _feeds(user).made_at is None:
            raise Http404
        close_feed(user=user)
