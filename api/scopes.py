"""What a token may be used for, and the check that it is used for nothing else."""

from enum import StrEnum
from typing import Any

from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request


class Scope(StrEnum):
    """One thing that a token may be used for."""

    READ = "read"
    PLAY = "play"
    MANAGE = "manage"
    CHAT = "chat"
    DATA = "data"


WORDS = {
    Scope.READ: "look at tables, turns and notices",
    Scope.PLAY: "join and leave tables, answer, make conditional moves",
    Scope.MANAGE: "open, start and close tables; organise ladders and tournaments",
    Scope.CHAT: "write at tables, and to the moderators",
    Scope.DATA: "fetch an archive of all that the site keeps of you",
}
"""Each scope in words, for pages and for the documentation of the interface."""


class ScopeMissing(PermissionDenied):
    """The token is good, but not for this."""

    def __init__(self, scope: Scope) -> None:
        detail = f"This token is not for this: it lacks the scope “{scope}”. Make one that has it."
        super().__init__(detail, "scope_missing")


class HasScope(BasePermission):
    """Lets in whoever is known, and a token only where it has the scope that the operation names."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Check it. A log-in of the site has no token, and may do what its user may."""
        if not request.user.is_authenticated:
            return False
        scope = getattr(getattr(view, str(request.method).lower(), None), "scope", None)
        token: Any = request.auth
        if scope is not None and token is not None and scope not in token.scopes:
            raise ScopeMissing(scope)
        return True
