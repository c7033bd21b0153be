"""The events of Concealed Draw."""

from typing import Literal, Self

import msgspec

from engine import Event, Player
from games.plaques.rules.pieces import Tableau
from games.plaques.rules.seats import only_own


class Dealt(Event, frozen=True, tag="dealt"):
    """A round began: the remaining players got seven plaques that only they see."""

    round: int
    dealer: Player
    seated: tuple[Player, ...]
    tableaux: tuple[Tableau, ...]

    def seen_by(self, viewer: Player | None) -> Self:
        """Show viewers only their own plaques."""
        return msgspec.structs.replace(self, tableaux=only_own(self.tableaux, viewer))


class Drew(Event, frozen=True, tag="drew"):
    """A player drew the top of the pile."""

    player: Player
    left: int
    """The number of plaques left in the pile."""
    plaque: str | None

    def seen_by(self, viewer: Player | None) -> Self:
        """Show the plaque only to the player who drew it."""  # P17
        return self if viewer == self.player else msgspec.structs.replace(self, plaque=None)


class Took(Event, frozen=True, tag="took"):
    """A player took a plaque from the centre."""

    player: Player
    plaque: str


class Discarded(Event, frozen=True, tag="discarded"):
    """A player put a plaque in the centre."""

    player: Player
    plaque: str


class Declared(Event, frozen=True, tag="declared"):
    """A player declared, as the first in this round."""

    player: Player


class CountedAsDeclarer(Event, frozen=True, tag="counted_as_declarer"):
    """A player counted as the declarer without declaring."""

    player: Player
    why: Literal["last_plaque", "last_turn"]


class StoodPat(Event, frozen=True, tag="stood_pat"):
    """A player kept their tableau in their last turn after the declaration."""

    player: Player


class TableauxShown(Event, frozen=True, tag="tableaux_shown"):
    """All tableaux were revealed; seats that are out have an empty one."""

    round: int
    tableaux: tuple[Tableau, ...]
    winner: Player
    tied: tuple[Player, ...]
    """The other players with an equal tableau."""


class LifeLost(Event, frozen=True, tag="life_lost"):
    """The player with the best tableau named a player, who lost a life."""

    round: int
    winner: Player
    player: Player
    left: int


class WentOut(Event, frozen=True, tag="went_out"):
    """A player lost their last life."""

    player: Player
    place: int


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """Only one player was left."""

    winner: Player
    lives: int


ConcealedEvent = (
    Dealt
    | Drew
    | Took
    | Discarded
    | Declared
    | CountedAsDeclarer
    | StoodPat
    | TableauxShown
    | LifeLost
    | WentOut
    | MatchEnded
)
