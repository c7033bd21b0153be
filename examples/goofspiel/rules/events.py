"""What happens in a match of Goofspiel."""

from engine import Event, Player


class PrizeTurned(Event, frozen=True, tag="prize_turned"):
    """A prize card was turned up."""

    round: int
    prize: int


class BidsRevealed(Event, frozen=True, tag="bids_revealed"):
    """All bids were turned up."""

    bids: tuple[int, ...]


class BidsCompared(Event, frozen=True, tag="bids_compared"):
    """Bids were compared in secret: each player knows their own, and -1 stands for the others'."""

    bids: tuple[int, ...]

    def seen_by(self, viewer: Player | None) -> "BidsCompared":
        """Hide the bids of others."""
        return BidsCompared(tuple([bid if seat == viewer else -1 for seat, bid in enumerate(self.bids)]))


class PrizeWon(Event, frozen=True, tag="prize_won"):
    """The only highest bid took the prize, with all that ties had left."""

    round: int
    player: Player
    points: int


class BidsTied(Event, frozen=True, tag="bids_tied"):
    """Several bid highest: the points were put away, or left for the next prize."""

    round: int
    players: tuple[Player, ...]
    points: int
    carried: bool


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """The last prize was played for."""

    scores: tuple[int, ...]


GoofspielEvent = PrizeTurned | BidsRevealed | BidsCompared | PrizeWon | BidsTied | MatchEnded
