"""You, and other users."""

from typing import cast

from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.responses import Me, Player, me_response, player_response
from accounts.identity.selectors import user_or_404
from accounts.models import Token
from api.scopes import Scope
from api.views import ApiView, operation


class MeView(ApiView):
    """The user of the token."""

    @operation("Who you are", scope=None, reply=Me)
    def get(self, request: Request) -> Me:
        """Get the user the token acts for, its scopes, and when it expires. Any token may ask."""
        return me_response(asking(request), cast(Token | None, request.auth), [str(scope) for scope in Scope])


class PlayerView(ApiView):
    """A user."""

    @operation("Look at a player", scope=Scope.READ, reply=Player)
    def get(self, request: Request, name: str) -> Player:
        """Get the public details of a player, including the owner of a bot account."""
        return player_response(user_or_404(name=name))
