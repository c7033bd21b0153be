"""Users in the API."""

from datetime import datetime

from accounts.models import Token, User
from api.messages import ApiResponse


class Player(ApiResponse):
    """The public details of a user."""

    name: str
    kind: str
    """`person`, `guest`, `bot`, or `house` for the site's own players."""
    since: datetime
    level: str = ""
    """How well one of the site's own players plays: a name of the `bots` of `GET games`."""
    owner: str | None = None
    """The owner of a bot account."""
    about: str = ""
    link: str = ""


class Me(ApiResponse):
    """The user you act for, and what your token may do."""

    player: Player
    token: str | None
    """The name of the token; null for a session."""
    scopes: list[str]
    expires_at: datetime | None


def player_response(user: User) -> Player:
    """Return the public details of a user."""
    bot_account = getattr(user, "bot_account", None)
    return Player(
        name=user.username,
        kind=user.kind,
        since=user.date_joined,
        level=user.brain if user.is_house else "",
        owner=bot_account.owner.username if bot_account else None,
        about=bot_account.about if bot_account else "",
        link=bot_account.link if bot_account else "",
    )


def me_response(user: User, token: Token | None, every_scope: list[str]) -> Me:
    """Return a user with their token."""
    return Me(
        player=player_response(user),
        token=token.name if token else None,
        scopes=token.scopes if token else every_scope,
        expires_at=token.expires_at if token else None,
    )
