"""Who is asking, and who others are."""

from typing import cast

from django.http import Http404
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.responses import Me, Player, me_response, player_response
from accounts.identity.selectors import user_by_name
from accounts.models import Token
from api.scopes import Scope
from api.views import ApiView, operation


class MeView(ApiView):
    """The user whose token it is."""

    @operation("Who I am", scope=None, reply=Me)
    def get(self, request: Request) -> Me:
        """The user that the token acts for, its scopes and until when it holds. Any token may ask."""
        return me_response(asking(request), cast("Token | None", request.auth), [str(scope) for scope in Scope])


class PlayerView(ApiView):
    """A user."""

    @operation("Look at a player", scope=Scope.READ, reply=Player)
    def get(self, request: Request, name: str) -> Player:
        """What everyone may know of a player; of a bot account also whose it is."""
        found = user_by_name(name=name)
        if found is None:
            raise Http404
        return player_response(found)
