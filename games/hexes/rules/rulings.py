"""The rulings of Hex Auction: the rules page shows them, code and tests cite them."""

from typing import Final

from engine.language import mark

RULINGS: Final[dict[str, str]] = {
    "H1": mark(
        "There are 84 hexes, the same in every match. Each pair of the seven colours makes two hexes: a halved one "
        "(three edges and three) and an alternating one. Each set of three colours makes one hex with three pairs of "
        "edges. Seven specials, marked by a dot in the middle, show six colours each and leave out one."
    ),
    "H2": mark(
        "The first hex is drawn at random and lies in the middle, not turned. You may turn a hex by any multiple of "
        "60° but never flip it. If a hex looks the same turned in two ways, the two count as one."
    ),
    "H3": mark(
        "The first hex of a run goes on a free cell that touches any hex on the board. Each later one goes on a free "
        "cell that touches the hex laid just before it."
    ),
    "H4": mark(
        "A run is scored when it is finished. Each hex laid in it scores a point for each of its edges that meets the "
        "same colour. So where two hexes of the run match, the edge counts twice; where one matches an older hex, the "
        "edge counts once."
    ),
    "H5": mark(
        "You may lay as many hexes of your hand as you like, or none, and keep the others. A run ends by itself when "
        "your hand is empty or no cell beside the last hex is free. A player without tokens bids 0 without being asked."
    ),
    "H6": mark(
        "A special counts even if it is the first hex on the board. Once enough specials lie on the board, the turn is "
        "still played to its end: every run still to come, the pot and the tie-breaker. Then the match ends."
    ),
    "H7": mark("The match also ends if, when a turn should begin, the bag holds fewer hexes than there are seats."),
    "H8": mark(
        "The player with the most points wins. Ties are broken by the most tokens, then by who is nearest clockwise "
        "from the tie-breaker after its last move, its holder first. No place is shared. The first holder of the "
        "tie-breaker is drawn by lot."
    ),
    "H9": mark("Everything is public except bids that are not revealed yet and the order of the hexes in the bag."),
    "H10": mark(
        "Tokens are never added or removed: the hands and the pot always hold the tokens that were dealt and the one "
        "that began the pot. Tokens that you bid are yours until they go to the pot at the end of the turn."
    ),
    "H11": mark(
        "The bag is shuffled once, before the first hex is drawn. The hexes of a turn lie in the order in which they "
        "were drawn. Hexes left in the bag at the end are out of play."
    ),
    "H12": mark(
        "A hex stays where you lay it. Everyone sees each hex as soon as it is laid, and you cannot take a run back. "
        "The points of a run are added to the score only when it is finished."
    ),
    "H13": mark(
        "If a hex looks the same turned in several ways, only the smallest turn is an answer. If a form names another "
        "of them, it is read as the smallest."
    ),
    "H14": mark(
        "Under the house rule on hexes kept in hand, a run still ends by itself when no cell beside its last hex is "
        "free, however many hexes you hold. Your hexes are counted only when you want to finish."
    ),
    "H15": mark("Specials are counted when a turn ends, so those of several runs in one turn count together."),
    "H16": mark("Ties for first place are broken by the tokens in hand after the last pot is shared."),
}
