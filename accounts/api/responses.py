"""Users as programs see them."""

from datetime import datetime

from accounts.models import Token, User
from api.shapes import Shape


class Player(Shape):
    """What everyone may know of a user."""

    name: str
    kind: str
    """`person`, `guest`, `program`, or `house` for the site's own players."""
    since: datetime
    owner: str | None = None
    """Whose program it is."""
    about: str = ""
    link: str = ""


class Me(Shape):
    """Who is asking, and what the token is for."""

    player: Player
    token: str | None
    """The name of the token; null for a log-in of the site."""
    scopes: list[str]
    expires_at: datetime | None


def player_shape(user: User) -> Player:
    """A user for others."""
    program = getattr(user, "program", None)
    return Player(
        name=user.username,
        kind=user.kind,
        since=user.date_joined,
        owner=program.owner.username if program else None,
        about=program.about if program else "",
        link=program.link if program else "",
    )


def me_shape(user: User, token: Token | None, every_scope: list[str]) -> Me:
    """A user for themselves."""
    return Me(
        player=player_shape(user),
        token=token.name if token else None,
        scopes=token.scopes if token else every_scope,
        expires_at=token.expires_at if token else None,
    )
