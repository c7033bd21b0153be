"""The private addresses of my calendar and my feed."""

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
    """Whether I have feeds, and their addresses if this very request made them."""

    made_at: datetime | None
    """Null where there are none."""
    deadlines: str | None = None
    """For a calendar program. Keep it: it is shown once."""
    turns: str | None = None
    """For a feed reader. Likewise."""


def _feeds(user: User) -> Feeds:
    found = Feed.objects.filter(user=user).first()
    return Feeds(made_at=found.made_at if found else None)


class FeedsView(ApiView):
    """My feeds."""

    @operation("Look at my feeds", scope=Scope.READ, reply=Feeds)
    def get(self, request: Request) -> Feeds:
        """Since when they have had their address. The address itself is kept nowhere, so it cannot be asked for."""
        return _feeds(asking(request))

    @operation("Make new addresses for my feeds", scope=Scope.PLAY, reply=Feeds, body=Nothing)
    def post(self, request: Request, body: Nothing, now: datetime) -> Feeds:
        """Give my deadlines and turns new private addresses, and close the old ones."""
        token = renew_feed(user=asking(request), now=now)
        paths = [reverse(f"matches:feed_{name}", args=[token]) for name in ("deadlines", "turns")]
        return Feeds(made_at=now, deadlines=f"{settings.SITE_URL}{paths[0]}", turns=f"{settings.SITE_URL}{paths[1]}")

    @operation("Close my feeds", scope=Scope.PLAY, reply=None, status=204)
    def delete(self, request: Request, now: datetime) -> None:
        """Let their addresses open nothing any more. 404 if you have none."""
        user = asking(request)
        if _feeds(user).made_at is None:
            raise Http404
        close_feed(user=user)
