"""What players of Bid! may answer."""

from games.rules.core import Action


class LetStand(Action, frozen=True, tag="let_stand"):
    """Leave the dice as they lie."""


class Reroll(Action, frozen=True, tag="reroll"):
    """Give up the pawn to have all four dice rolled again."""


class RerollDie(Action, frozen=True, tag="reroll_die"):
    """Give a coin to have the die of one suit rolled again (B4)."""

    die: str


class Bid(Action, frozen=True, tag="bid"):
    """Bid one tile, or two under the Ace of Suns, written in the order of `TILES`."""

    tiles: tuple[str, ...]


class BidCoins(Action, frozen=True, tag="bid_coins"):
    """Bid some of one's coins to break a tie."""

    coins: int


BidAction = LetStand | Reroll | RerollDie | Bid | BidCoins
