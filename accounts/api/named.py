"""The player whom a field of a request names."""

from accounts.identity.selectors import player_of_name
from accounts.models import User
from api.problems import Refusal
from foundation.errors import Refused


def player_of_field(name: str, field: str, *, closed_too: bool = False) -> User:
    """The user with this name, as `player_of_name` finds them. Raises `Refusal`, which names the field."""
    try:
        return player_of_name(name, closed_too=closed_too)
    except Refused as refused:
        raise Refusal(400, refused.code, refused.message, field=field) from refused
