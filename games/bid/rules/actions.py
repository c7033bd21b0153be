"""The actions players of Bid! may take."""

from engine import Action


class LetStand(Action, frozen=True, tag="let_stand"):
    """Leave the dice as they lie."""


class Reroll(Action, frozen=True, tag="reroll"):
    """Pay the pawn to reroll all four dice."""


class RerollDie(Action, frozen=True, tag="reroll_die"):
    """Pay a coin to reroll the die of one suit (B4)."""

    die: str


class Bid(Action, frozen=True, tag="bid"):
    """Bid one tile, or two under the Ace of Suns, ordered as in `TILES`."""

    tiles: tuple[str, ...]


class BidCoins(Action, frozen=True, tag="bid_coins"):
    """Bid some of your coins to break a tie."""

    coins: int


BidAction = LetStand | Reroll | RerollDie | Bid | BidCoins
