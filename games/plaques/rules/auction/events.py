"""The events of Plaque Auction."""

from typing import Literal, Self

import msgspec

from engine import Event, Player
from games.plaques.rules.pieces import Tableau
from games.plaques.rules.seats import only_own


class HandEvent(Event, frozen=True):
    """An event that names its hand; the log counts hands, as each hand has the same four rounds."""

    hand: int

    @property
    def of_round(self) -> int:
        """The number of the hand."""
        return self.hand


class Dealt(HandEvent, frozen=True, tag="dealt"):
    """A hand began: the remaining players paid the ante and got three plaques that only they see."""

    dealer: Player
    ante: int
    pot: int
    seated: tuple[Player, ...]
    hidden: tuple[Tableau, ...]

    def seen_by(self, viewer: Player | None) -> Self:
        """Show viewers only their own plaques."""
        return msgspec.structs.replace(self, hidden=only_own(self.hidden, viewer))


class TurnedUp(Event, frozen=True, tag="turned_up"):
    """A bidding round began with these plaques in the centre."""

    round: int
    first: Player
    plaques: Tableau

    @property
    def of_round(self) -> None:
        """Always None: the number counts the rounds of one hand."""


class Added(Event, frozen=True, tag="added"):
    """A player added to their bid."""

    player: Player
    tokens: int
    bid: int


class Passed(Event, frozen=True, tag="passed"):
    """A player passed for the rest of the round, by choice or automatically."""

    player: Player
    why: Literal["chose", "no_tokens", "picks_first"] = "chose"


class BidsOpened(Event, frozen=True, tag="bids_opened"):
    """The sealed bids of a round were revealed."""

    players: tuple[Player, ...]
    bids: tuple[int, ...]


class Picked(Event, frozen=True, tag="picked"):
    """A player took a plaque or got the last one."""

    player: Player
    plaque: str
    left_over: bool = False


class BidsPaid(Event, frozen=True, tag="bids_paid"):
    """All bids of a round went into the pot."""

    tokens: int
    pot: int


class TableauxShown(HandEvent, frozen=True, tag="tableaux_shown"):
    """The hidden plaques were revealed; seats that are out have an empty tableau."""

    tableaux: tuple[Tableau, ...]


class PotWon(HandEvent, frozen=True, tag="pot_won"):
    """The best tableau won the pot, or equal ones shared it; the first winner gets the remainder."""

    pot: int
    winners: tuple[Player, ...]
    shares: tuple[int, ...]


class WentOut(Event, frozen=True, tag="went_out"):
    """A player could not pay the ante of the next hand."""

    player: Player
    tokens: int


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """The match ended with these tokens."""

    tokens: tuple[int, ...]


AuctionEvent = (
    Dealt | TurnedUp | Added | Passed | BidsOpened | Picked | BidsPaid | TableauxShown | PotWon | WentOut | MatchEnded
)
