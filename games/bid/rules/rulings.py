"""The rulings of *Bid!*: what its rules leave open, and how the site decides."""

from typing import Final

from engine.language import mark

RULINGS: Final[dict[str, str]] = {
    "B1": mark(
        "Chance picks who rolls first. The winner of an auction rolls for the next one; if nobody won, the same player "
        "rolls again. The roller has no other advantage than to come first in B2."
    ),
    "B2": mark(
        "Everyone who still has a pawn says in a sealed answer whether the dice stand. If several want them "
        "rolled again, one pawn pays: that of the first of them clockwise from the roller, the roller being first of "
        "all. All four dice are rolled, and everyone who still has a pawn is asked again, until all let them stand. "
        "So being awake at the right hour is worth nothing."
    ),
    "B3": mark(
        "Pawns and coins for a new roll are spent before the Ace of Arms takes effect. A new roll therefore cancels "
        "the showing of hands and its bonus too, and none can be had once hands are shown, but for B14."
    ),
    "B4": mark(
        "With coins instead of pawns, a player names the one die to be rolled again. The first clockwise from the "
        "roller who named one pays a coin to the bank and only that die is rolled. Then everyone with a coin is asked "
        "again."
    ),
    "B5": mark(
        "Bids rank by the sum of their tiles, and those tied for the highest by the coins they bid in the tie-break. "
        "Players equal in both are tied. To win is to be at the top with nobody tied."
    ),
    "B6": mark(
        "A player who did not win and is tied with another such player keeps their bid and gets nothing. The others "
        "stand in the order of their bids: each hands the tile or tiles bid to the next one down, the lowest to the "
        "highest. Without a winner it goes the same way among those left: two swap, one alone keeps. "
        "So everyone always holds six tiles."
    ),
    "B7": mark(
        "Coins move in this order. Those bid in a tie-break go to the bank. The winner takes one for each null die, "
        "as long as the bank has any. Then the Ace of Moons pays everyone who did not win, "
        "or nobody when the bank cannot pay them all in full."
    ),
    "B8": mark(
        "Under the Ace of Crowns a tie for the highest bid costs each of those tied the points up for auction, "
        "and a score may fall below zero. Nobody has won then, so nobody takes the coin of a null; "
        "the Ace of Moons still pays."
    ),
    "B9": mark(
        "You see your own tiles alone until an Ace of Arms opens all hands. Tiles bid and exchanged are public, so "
        "anyone who reads the log with patience knows every hand; the option of open hands spares everyone the work."
    ),
    "B10": mark(
        "The match ends when one player alone has the highest score and it has reached the target. That is looked at "
        "right after the bonus of the Ace of Arms, when no bids follow any more, and once each round is over. "
        "While several share the lead, play goes on."
    ),
    "B11": mark(
        "The Ace of Suns doubles the points, the coins of nulls and of the Ace of Moons, the bonus of the Ace of Arms "
        "and the loss by the Ace of Crowns. It is worth nothing itself, and the Ace of Arms still asks for 16."
    ),
    "B12": mark(
        "Final places go by score. Equal scores share a place, and a place counts everyone ahead: 1, 2, 2, 4. "
        "The limit on rounds places the match in the same way."
    ),
    "B13": mark(
        "A tied player without coins is not asked in the tie-break and bids none. All hands follow from what is "
        "public, since everyone begins with the six tiles of a suit; computer players reckon with that."
    ),
    "B14": mark(
        "By an option, pawns may also be spent once an Ace of Arms has taken effect: everyone who still has a pawn is "
        "asked once more, as in B2. A new roll cancels the auction and closes the hands; the bonus already scored "
        "stays, and the new dice are asked about like any others. A bonus that ends the match leaves nothing to ask."
    ),
}
"""A short text for each ruling, by its number."""
