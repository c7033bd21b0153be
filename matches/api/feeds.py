"""The private addresses of my calendar and my feed."""

from datetime import datetime

from django.conf import settings
from django.urls import reverse
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from api.scopes import Scope
from api.shapes import Nothing, Shape
from api.views import ApiView, operation
from notifications.models import Feed
from notifications.services.devices import feed_close, feed_renew


class Feeds(Shape):
    """Whether I have feeds, and their addresses where they were made by this very request."""

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
        token = feed_renew(user=asking(request), now=now)
        paths = [reverse(f"games:feed_{name}", args=[token]) for name in ("deadlines", "turns")]
        return Feeds(made_at=now, deadlines=f"{settings.SITE_URL}{paths[0]}", turns=f"{settings.SITE_URL}{paths[1]}")


class FeedsClosedView(ApiView):
    """Feeds that are closed."""

    @operation("Close my feeds", scope=Scope.PLAY, reply=Feeds, body=Nothing)
    def post(self, request: Request, body: Nothing, now: datetime) -> Feeds:
        """Let their addresses open nothing any more."""
        user = asking(request)
        feed_close(user=user)
        return _feeds(user)
