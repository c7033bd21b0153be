"""The actions players may take, named in the imperative."""

from engine import Action, Player


class Push(Action, frozen=True, tag="push"):
    """Put a tile from the hand into the code; it must neighbour the code's tile of its suit."""

    tile: str


class Pull(Action, frozen=True, tag="pull"):
    """Show the top tile of the draw pile and auction it."""


class Try(Action, frozen=True, tag="try"):
    """Show a tile from the hand that cannot be pushed and auction it."""

    tile: str


class Force(Action, frozen=True, tag="force"):
    """Make an opponent discard a random tile."""

    opponent: Player


class Pass(Action, frozen=True, tag="pass"):
    """Discard a tile from the hand, draw, and take back the lowest spent coin."""

    tile: str


class Bid(Action, frozen=True, tag="bid"):
    """Bid one coin from the stock."""

    coin: int


class Replace(Action, frozen=True, tag="replace"):
    """Put the auctioned tile into the code."""


class Keep(Action, frozen=True, tag="keep"):
    """Leave the code as it is."""


TurnAction = Push | Pull | Try | Force | Pass
Decision = Replace | Keep
ManipulationAction = TurnAction | Bid | Decision
