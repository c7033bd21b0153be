"""The rulings of *Bid!*: what its rules leave open, and how the site decides."""

from typing import Final

from engine.language import mark

RULINGS: Final[dict[str, str]] = {
    "B1": mark(
        "Chance picks who rolls first. The winner of an auction rolls for the next one; if nobody won, the same player "
        "rolls again. Rolling gives no advantage except coming first in B2."
    ),
    "B2": mark(
        "Everyone who still has a pawn gives a sealed answer: let the dice stand or roll them again. If several "
        "players want a new roll, only one of them pays a pawn: the first clockwise from the roller, starting with the "
        "roller. All four dice are rolled, and everyone who still has a pawn is asked again, until all let the dice "
        "stand. So nobody gains by being online at the right moment."
    ),
    "B3": mark(
        "Players spend pawns or coins for a new roll before the Ace of Arms takes effect. So a new roll also cancels "
        "the showing of hands and its bonus. Once hands are shown, no new roll is possible, except under B14."
    ),
    "B4": mark(
        "With coins instead of pawns, a player who wants a new roll names the one die to roll again. Of the players "
        "who named a die, the first clockwise from the roller pays a coin to the bank, and only that die is rolled. "
        "Then everyone with a coin is asked again."
    ),
    "B5": mark(
        "Bids rank by the sum of their tiles. Those tied for the highest rank by the coins bid in the tie-break. "
        "Players equal in both are tied. You win if you are at the top and nobody is tied with you."
    ),
    "B6": mark(
        "Players who did not win and are tied with each other keep their bids and get nothing. The others stand in the "
        "order of their bids: each gives the tile or tiles bid to the next lower, and the lowest gives to the highest. "
        "If nobody won, the same rule applies to the players left: two swap, and one alone keeps the bid. So everyone "
        "always holds six tiles."
    ),
    "B7": mark(
        "Coins move in this order. First, the coins bid in a tie-break go to the bank. Next, the winner takes one coin "
        "for each null die, as long as the bank has any. Last, the Ace of Moons pays everyone who did not win; if the "
        "bank cannot pay all of them in full, it pays nobody."
    ),
    "B8": mark(
        "Under the Ace of Crowns, each player tied for the highest bid loses the points up for auction. A score may "
        "fall below zero. Nobody has won then, so nobody takes the coin for a null; the Ace of Moons still pays."
    ),
    "B9": mark(
        "You see only your own tiles until an Ace of Arms opens all hands. Tiles bid and exchanged are public, so a "
        "patient reader of the log can work out every hand. The option “Open hands” saves everyone this work."
    ),
    "B10": mark(
        "The match ends when one player alone has the highest score and that score has reached the target. The site "
        "checks this right after the bonus of the Ace of Arms, in which case no bids follow, and at the end of each "
        "round. While several players share the lead, play goes on."
    ),
    "B11": mark(
        "The Ace of Suns doubles the points, the coins for nulls and from the Ace of Moons, the bonus of the Ace of "
        "Arms and the loss under the Ace of Crowns. It is worth nothing itself. The Ace of Arms still requires 16."
    ),
    "B12": mark(
        "Final places go by score. Players with equal scores share a place, and a place counts everyone ahead: 1, 2, "
        "2, 4. If the limit on rounds ends the match, places go by score in the same way."
    ),
    "B13": mark(
        "A tied player without coins is not asked in the tie-break and bids none. Everyone begins with the six tiles "
        "of a suit, so all hands can be worked out from what is public. Computer players use this."
    ),
    "B14": mark(
        "As an option, players may also spend pawns after an Ace of Arms has taken effect: everyone who still has a "
        "pawn is asked once more, as in B2. A new roll cancels the auction and closes the hands. The bonus already "
        "scored stays, and players are asked about the new dice as about any others. If a bonus ends the match, nobody "
        "is asked."
    ),
}
"""A short text for each ruling, by its number."""
