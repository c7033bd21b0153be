"""The actions of Concealed Draw."""

from engine import Action, Player


class Draw(Action, frozen=True, tag="draw"):
    """Draw the top plaque of the pile."""


class Take(Action, frozen=True, tag="take"):
    """Take a plaque from the centre."""

    plaque: str


class Declare(Action, frozen=True, tag="declare"):
    """Declare my tableau final; after another player's declaration this is a pass."""


class Discard(Action, frozen=True, tag="discard"):
    """Put one of my plaques face up in the centre."""

    plaque: str


class Nominate(Action, frozen=True, tag="nominate"):
    """Name the player who loses a life."""

    player: Player


ConcealedAction = Draw | Take | Declare | Discard | Nominate
