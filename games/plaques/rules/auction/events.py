"""What happens in Plaque Auction."""

from typing import Literal, Self

import msgspec

from games.rules.core import Event, Player
from games.rules.plaques.pieces import Tableau
from games.rules.plaques.seats import only_own


class HandEvent(Event, frozen=True):
    """An event that names its hand: by hands the log is numbered, as each has the same four rounds."""

    hand: int

    @property
    def of_round(self) -> int:
        """The hand."""
        return self.hand


class Dealt(HandEvent, frozen=True, tag="dealt"):
    """A hand began: everyone still in paid the ante and was dealt three plaques, seen by their owner."""

    dealer: Player
    ante: int
    pot: int
    seated: tuple[Player, ...]
    hidden: tuple[Tableau, ...]

    def seen_by(self, viewer: Player | None) -> Self:
        """Show each viewer their own plaques alone."""
        return msgspec.structs.replace(self, hidden=only_own(self.hidden, viewer))


class TurnedUp(Event, frozen=True, tag="turned_up"):
    """A bidding round began with these plaques in the centre."""

    round: int
    first: Player
    plaques: Tableau

    @property
    def of_round(self) -> None:
        """Name none: the number counts the rounds of one hand."""


class Added(Event, frozen=True, tag="added"):
    """A player added to their bid."""

    player: Player
    tokens: int
    bid: int


class Passed(Event, frozen=True, tag="passed"):
    """A player passed for the rest of the round, or did so by themselves."""

    player: Player
    why: Literal["chose", "no_tokens", "picks_first"] = "chose"


class BidsOpened(Event, frozen=True, tag="bids_opened"):
    """The sealed bids of a round were opened."""

    players: tuple[Player, ...]
    bids: tuple[int, ...]


class Picked(Event, frozen=True, tag="picked"):
    """A player took a plaque, or was left with the last one."""

    player: Player
    plaque: str
    left_over: bool = False


class BidsPaid(Event, frozen=True, tag="bids_paid"):
    """All bids of a round went into the pot."""

    tokens: int
    pot: int


class TableauxShown(HandEvent, frozen=True, tag="tableaux_shown"):
    """The hidden plaques were shown; seats that are out have an empty tableau."""

    tableaux: tuple[Tableau, ...]


class PotWon(HandEvent, frozen=True, tag="pot_won"):
    """The pot went to the best tableau, or was shared by the best; the one served first stands first."""

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
