"""The settled points of both games, as the page of rules shows them."""

from typing import NamedTuple

AUCTION, CONCEALED = "plaque-auction", "concealed-draw"
BOTH = (AUCTION, CONCEALED)


class Point(NamedTuple):
    """One settled point: its code, the games it belongs to and what it says."""

    code: str
    games: tuple[str, ...]
    text: str


POINTS = (
    Point(
        "P1",
        BOTH,
        "Five realms have nine offices each, 1 to 5 Military and 6 to 9 Civic. The Elf, the Dwarf and the Thief have "
        "rank 0 and no realm. A Dragon stands for any plaque of a realm, also for one that lies elsewhere or a second "
        "time in the same tableau, as its holder gains most.",
    ),
    Point(
        "P2",
        BOTH,
        "The house ranking compares the best five plaques of each tableau. Straights run from 1 to 9 and do not wrap. "
        "Within a category the ranks that make it decide, then the others from high to low; realms have no order.",
    ),
    Point(
        "P3",
        (AUCTION,),
        "The first dealer is drawn by lot, and the deal passes left. All fifty plaques are shuffled for each hand. "
        "Who cannot pay the ante is out and keeps their tokens. Final places go by tokens, and the match ends early "
        "when one player is left.",
    ),
    Point(
        "P4",
        (AUCTION,),
        "After the antes everyone gets three plaques face down. In each of four rounds as many plaques as there are "
        "players lie in the centre. The dealer's left neighbour is the first player of the first round, the next one "
        "to the left of the second, and so on.",
    ),
    Point(
        "P5",
        (AUCTION,),
        "Open bidding goes round from the first player. Each adds a token or more to their own bid, which need not "
        "beat another's, or passes for the round. The only one left passes without being asked once they pick "
        "first anyway.",
    ),
    Point(
        "P6", (AUCTION,), "Sealed bidding, a house option: all bid once and together, from nothing to all they have."
    ),
    Point(
        "P7",
        (AUCTION,),
        "The highest bid picks first; equal bids pick clockwise from the first player. The last gets what is left. "
        "Then all bids of the round go into the pot.",
    ),
    Point(
        "P8",
        (AUCTION,),
        "After the fourth round the best tableau takes the pot. Equal ones share it, and what cannot be shared goes to "
        "the first of them clockwise from the dealer's left.",
    ),
    Point("P9", (AUCTION,), "Tokens neither come nor go: those held, those bid and the pot always add up to the same."),
    Point(
        "P10",
        (CONCEALED,),
        "The first dealer is drawn by lot. Each round all fifty plaques are shuffled and everyone still in gets seven, "
        "which they alone see. The rest is the pile.",
    ),
    Point(
        "P11",
        (CONCEALED,),
        "On your turn, draw from the pile or take any plaque from the centre, look at it, and then discard one into "
        "the centre; or declare.",
    ),
    Point(
        "P12",
        (CONCEALED,),
        "A plaque just taken from the centre cannot be the discard; one drawn from the pile can.",
    ),
    Point(
        "P13",
        (CONCEALED,),
        "After the first declaration everyone else has exactly one more turn, and then all tableaux are shown.",
    ),
    Point(
        "P14",
        (CONCEALED,),
        "House rule: if nobody has declared, whoever takes the last plaque of the pile or ends a twelfth turn of the "
        "round counts as the declarer.",
    ),
    Point(
        "P15",
        (CONCEALED,),
        "The best tableau names another player, who loses a token. Among equal ones the declarer goes first, then the "
        "first clockwise from the declarer.",
    ),
    Point(
        "P16",
        (CONCEALED,),
        "Without tokens you are out. The deal passes left, the last player in wins, and the others are placed in the "
        "reverse order of going out.",
    ),
    Point(
        "P17",
        (CONCEALED,),
        "All see what is discarded and who takes what from the centre. "
        "A plaque from the pile is seen by its drawer alone.",
    ),
    Point(
        "P18",
        (AUCTION,),
        "Whoever has no token left has passed at that moment, not only when their turn comes.",
    ),
    Point(
        "P19",
        (AUCTION,),
        "One hand a seat counts the seats at the start, whoever goes out later. Nobody goes out after the last hand.",
    ),
    Point(
        "P20",
        (AUCTION,),
        "In sealed bidding a player without tokens is not asked and bids nothing. All bids are opened together.",
    ),
    Point("P21", (CONCEALED,), "With one rival left, that rival loses the token without being named."),
    Point(
        "P22",
        (CONCEALED,),
        "If the time for a discard runs out, the plaque drawn from the pile is discarded. After one taken from the "
        "centre it is the plaque that is missed least: the one without which the tableau is best, of equal ones the "
        "first.",
    ),
    Point(
        "P23",
        (CONCEALED,),
        "The table remembers for everyone which plaques a player took from the centre and has not discarded since.",
    ),
    Point(
        "P24",
        BOTH,
        "A seat that is out is passed over by the deal, by turns and by the first player. The deal goes on from that "
        "seat's left if it was the dealer's.",
    ),
)
