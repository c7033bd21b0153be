"""The rulings of both games: the rules pages show them, code and tests cite them."""

from typing import Final

from engine.language import mark

RULINGS: Final[dict[str, str]] = {
    "P1": mark(
        "Five realms have nine offices each, 1 to 5 Military and 6 to 9 Civic. The Elf, the Dwarf and the Thief have "
        "rank 0 and no realm. A Dragon stands for any plaque of a realm, also for one that lies elsewhere or a second "
        "time in the same tableau, as its holder gains most."
    ),
    "P2": mark(
        "The house ranking compares the best five plaques of each tableau. Straights run from 1 to 9 and do not wrap. "
        "Within a category the ranks that make it decide, then the others from high to low; realms have no order."
    ),
    "P3": mark(
        "The first dealer is drawn by lot, and the deal passes left. All fifty plaques are shuffled for each hand. "
        "Who cannot pay the ante is out and keeps their tokens. Final places go by tokens, and the match ends early "
        "when one player is left."
    ),
    "P4": mark(
        "After the antes everyone gets three plaques face down. In each of four rounds as many plaques as there are "
        "players lie in the centre. The dealer's left neighbour is the first player of the first round, the next one "
        "to the left of the second, and so on."
    ),
    "P5": mark(
        "Open bidding goes round from the first player. Each adds a token or more to their own bid, which need not "
        "beat another's, or passes for the round. The only one left passes without being asked once they pick first "
        "anyway."
    ),
    "P6": mark("Sealed bidding, a house option: all bid once and together, from nothing to all they have."),
    "P7": mark(
        "The highest bid picks first; equal bids pick clockwise from the first player. The last gets what is left. "
        "Then all bids of the round go into the pot."
    ),
    "P8": mark(
        "After the fourth round the best tableau takes the pot. Equal ones share it, and what cannot be shared goes "
        "to the first of them clockwise from the dealer's left."
    ),
    "P9": mark("Tokens neither come nor go: those held, those bid and the pot always add up to the same."),
    "P10": mark(
        "The first dealer is drawn by lot. Each round all fifty plaques are shuffled and everyone still in gets "
        "seven, which they alone see. The rest is the pile."
    ),
    "P11": mark(
        "On your turn, draw from the pile or take any plaque from the centre, look at it, and then discard one into "
        "the centre; or declare."
    ),
    "P12": mark("A plaque just taken from the centre cannot be the discard; one drawn from the pile can."),
    "P13": mark(
        "After the first declaration everyone else has exactly one more turn, and then all tableaux are shown."
    ),
    "P14": mark(
        "House rule: if nobody has declared, the player who takes the last plaque of the pile or ends a twelfth turn "
        "of the round counts as the declarer."
    ),
    "P15": mark(
        "The best tableau names another player, who loses a life. Among equal ones the declarer goes first, then the "
        "first clockwise from the declarer."
    ),
    "P16": mark(
        "Without lives you are out. The deal passes left, the last player in wins, and the others are placed in the "
        "reverse order of going out."
    ),
    "P17": mark(
        "All see what is discarded and who takes what from the centre. A plaque from the pile is seen by its drawer "
        "alone."
    ),
    "P18": mark("A player without tokens has passed at that moment, not only when their turn comes."),
    "P19": mark(
        "One hand a seat counts the seats at the start, even if some go out later. The last hand puts nobody out."
    ),
    "P20": mark(
        "In sealed bidding a player without tokens is not asked and bids nothing. All bids are opened together."
    ),
    "P21": mark("With one rival left, that rival loses the life without being named."),
    "P22": mark(
        "If the time for a discard runs out, the plaque drawn from the pile is discarded. After one taken from the "
        "centre it is the plaque that is missed least: the one without which the tableau is best, of equal ones the "
        "first."
    ),
    "P23": mark(
        "The table remembers for everyone which plaques a player took from the centre and has not discarded since."
    ),
    "P24": mark(
        "A seat that is out is passed over by the deal, by turns and by the first player. The deal goes on from that "
        "seat's left if it was the dealer's."
    ),
}
"""All rulings of both games."""

_BOTH = ("P1", "P2", "P24")
_AUCTION = ("P3", "P4", "P5", "P6", "P7", "P8", "P9", "P18", "P19", "P20")
_CONCEALED = ("P10", "P11", "P12", "P13", "P14", "P15", "P16", "P17", "P21", "P22", "P23")

AUCTION_RULINGS: Final = {code: text for code, text in RULINGS.items() if code in (*_BOTH, *_AUCTION)}
"""The rulings of Plaque Auction."""
CONCEALED_RULINGS: Final = {code: text for code, text in RULINGS.items() if code in (*_BOTH, *_CONCEALED)}
"""The rulings of Concealed Draw."""
