"""What a player may answer, named in the imperative."""

from games.rules.core import Action, Player


class Push(Action, frozen=True, tag="push"):
    """Put a tile of the hand into the code: its value is next to that of the code's tile of its suit."""

    tile: str


class Pull(Action, frozen=True, tag="pull"):
    """Show the top tile of the draw pile and auction it."""


class Try(Action, frozen=True, tag="try"):
    """Show a tile of the hand that cannot be pushed and auction it."""

    tile: str


class Force(Action, frozen=True, tag="force"):
    """Make an opponent discard a tile that chance picks."""

    opponent: Player


class Pass(Action, frozen=True, tag="pass"):
    """Discard a tile of the hand, draw, and take back the lowest spent coin."""

    tile: str


class Bid(Action, frozen=True, tag="bid"):
    """Put up one coin of the stock."""

    coin: int


class Replace(Action, frozen=True, tag="replace"):
    """Let the auctioned tile take its place in the code."""


class Keep(Action, frozen=True, tag="keep"):
    """Leave the code as it is."""


TurnAction = Push | Pull | Try | Force | Pass
Decision = Replace | Keep
ManipulationAction = TurnAction | Bid | Decision
