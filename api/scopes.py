"""Scopes of tokens, and the check for them."""

from enum import StrEnum
from typing import Any

from django.utils.translation import gettext, gettext_lazy
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request


class Scope(StrEnum):
    """What a token may be used for."""

    READ = "read"
    PLAY = "play"
    MANAGE = "manage"
    CHAT = "chat"
    DATA = "data"


WORDS = {
    Scope.READ: gettext_lazy("look at tables, turns and notices"),
    Scope.PLAY: gettext_lazy("join and leave tables, answer, make conditional moves"),
    Scope.MANAGE: gettext_lazy("open, start and close tables; organise ladders and tournaments"),
    Scope.CHAT: gettext_lazy("write at tables, and to the moderators"),
    Scope.DATA: gettext_lazy("fetch an archive of everything the site stores about you"),
}
"""Each scope in words, for pages and the API's documentation."""


class ScopeMissing(PermissionDenied):
    """The token is valid but lacks the scope."""

    def __init__(self, scope: Scope) -> None:
        detail = gettext("This token lacks the scope “{scope}”. Create one that has it.").format(scope=scope)
        super().__init__(detail, "scope_missing")


class HasScope(BasePermission):
    """Admit authenticated users; a token needs the operation's scope."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """True if the request is allowed. A session has no token and may do whatever its user may."""
        if not request.user.is_authenticated:
            return False
        scope = getattr(getattr(view, str(request.method).lower(), None), "scope", None)
        token: Any = request.auth
        if scope is not None and token is not None and scope not in token.scopes:
            raise ScopeMissing(scope)
        return True
