"""The rulings of Hex Auction: the rules page shows them, code and tests cite them."""

from typing import Final

from engine.language import mark

RULINGS: Final[dict[str, str]] = {
    "H1": mark(
        "There are 84 hexes, the same in every match. Each pair of the seven colours makes a halved hex (three edges "
        "and three) and an alternating one; each triple makes one hex of three pairs of edges; seven specials, marked "
        "by a dot in the middle, show six colours each and leave out one."
    ),
    "H2": mark(
        "The first hex is drawn at random and lies in the middle, unturned. A hex may be turned by any multiple of "
        "60°, never flipped. Turnings that look alike count as one."
    ),
    "H3": mark(
        "The first hex of a run goes on a free cell that touches any hex of the board, each later one on a free cell "
        "that touches the hex laid just before it."
    ),
    "H4": mark(
        "A run is scored when it is finished: each hex laid in it earns a point for each of its edges that meets the "
        "same colour. So a meeting of two hexes of the run counts twice, one with an older hex once."
    ),
    "H5": mark(
        "You may lay as many hexes of your hand as you like, or none, and keep the others. A run ends by itself when "
        "your hand is empty or no cell beside the last hex is free. A player without tokens bids 0 without being asked."
    ),
    "H6": mark(
        "A special that begins the board counts. Once enough specials lie on the board the turn is completed, with "
        "every run still to come, the pot and the tie-breaker, and then the match ends."
    ),
    "H7": mark("The match also ends when a turn would begin and the bag holds fewer hexes than there are seats."),
    "H8": mark(
        "Most points win; then most tokens; then the player nearest clockwise from the tie-breaker after its last "
        "move, its holder first. No place is shared. Who holds the tie-breaker first is drawn by lot."
    ),
    "H9": mark("Everything lies open except bids that are not revealed yet and the order of the hexes in the bag."),
    "H10": mark(
        "Tokens neither enter nor leave: hands and pot always hold what was dealt and the one that began the pot. "
        "Tokens that you bid are yours until they go to the pot at the end of the turn."
    ),
    "H11": mark(
        "The bag is shuffled once, before the first hex is drawn; the hexes of a turn lie in the order drawn. Hexes "
        "left in the bag at the end are out of play."
    ),
    "H12": mark(
        "A hex laid stays where it lies: each is shown to all as it is laid, and a run cannot be taken back. Until it "
        "is finished its points are not yet in the score."
    ),
    "H13": mark(
        "Of turnings that look alike only the smallest is an answer; a form that names another is read as that one."
    ),
    "H14": mark(
        "Under the house rule on hexes kept in hand, a run still ends by itself when no cell beside its last hex is "
        "free, whatever the hand holds. Hexes are counted only when a player wants to finish."
    ),
    "H15": mark("Specials are counted when a turn ends, so those of several runs in one turn count together."),
    "H16": mark("Ties for first place are broken by the tokens in hand after the last pot is shared."),
}
