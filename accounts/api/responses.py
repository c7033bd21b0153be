"""Users as programs see them."""

from datetime import datetime

from accounts.models import Token, User
from api.messages import ApiResponse


class Player(ApiResponse):
    """What everyone may know of a user."""

    name: str
    kind: str
    """`person`, `guest`, `bot`, or `house` for the site's own players."""
    since: datetime
    owner: str | None = None
    """Of a bot account: whose it is."""
    about: str = ""
    link: str = ""


class Me(ApiResponse):
    """Who is asking, and what the token is for."""

    player: Player
    token: str | None
    """The name of the token; null for a log-in of the site."""
    scopes: list[str]
    expires_at: datetime | None


def player_response(user: User) -> Player:
    """A user for others."""
    bot_account = getattr(user, "bot_account", None)
    return Player(
        name=user.username,
        kind=user.kind,
        since=user.date_joined,
        owner=bot_account.owner.username if bot_account else None,
        about=bot_account.about if bot_account else "",
        link=bot_account.link if bot_account else "",
    )


def me_response(user: User, token: Token | None, every_scope: list[str]) -> Me:
    """A user for themselves."""
    return Me(
        player=player_response(user),
        token=token.name if token else None,
        scopes=token.scopes if token else every_scope,
        expires_at=token.expires_at if token else None,
    )
