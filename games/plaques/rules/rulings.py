"""The rulings of both games: the rules pages show them, code and tests cite them."""

from typing import Final

from engine.language import mark

RULINGS: Final[dict[str, str]] = {
    "P1": mark(
        "Five realms have nine offices each: 1 to 5 are Military, 6 to 9 Civic. The Elf, the Dwarf and the Thief have "
        "rank 0 and no realm. A Dragon stands for the plaque of a realm that gains its holder most, even one that lies "
        "elsewhere or is already in the same tableau."
    ),
    "P2": mark(
        "The house ranking compares the best five plaques of each tableau. Straights run from 1 to 9 and do not wrap "
        "around. Within a category, the ranks that form it decide first, then the other ranks from high to low. Realms "
        "have no order."
    ),
    "P3": mark(
        "The first dealer is drawn by lot, and the deal passes left. All fifty plaques are shuffled for each hand. A "
        "player who cannot pay the ante is out and keeps their tokens. Final places go by tokens. The match ends early "
        "when one player is left."
    ),
    "P4": mark(
        "After the antes, everyone gets three plaques face down. There are four rounds; in each, as many plaques as "
        "there are players lie in the centre. The first player of the first round is the dealer's left neighbour. In "
        "each later round it is the next player to the left."
    ),
    "P5": mark(
        "Open bidding goes round from the first player. On your turn, add one or more tokens to your own bid, or pass "
        "for the rest of the round. Your bid does not have to beat another. If you are the only one left and already "
        "pick first, you pass without being asked."
    ),
    "P6": mark(
        "Sealed bidding is a house option: everyone bids once and at the same time, from nothing to all their tokens."
    ),
    "P7": mark(
        "The highest bid picks first. Equal bids pick clockwise from the first player. The last player gets the plaque "
        "that is left. Then all bids of the round go into the pot."
    ),
    "P8": mark(
        "After the fourth round, the best tableau takes the pot. Equally good tableaux share it, and what cannot be "
        "shared goes to the first of them clockwise from the dealer's left."
    ),
    "P9": mark("Tokens are never added or removed: those held, those bid and the pot always add up to the same total."),
    "P10": mark(
        "The first dealer is drawn by lot. In each round all fifty plaques are shuffled, and everyone still in gets "
        "seven that only they see. The rest is the pile."
    ),
    "P11": mark(
        "On your turn, you may declare. Otherwise draw from the pile or take any plaque from the centre, look at it, "
        "and then discard one plaque into the centre."
    ),
    "P12": mark(
        "You cannot discard a plaque that you have just taken from the centre. You can discard one that you have just "
        "drawn from the pile."
    ),
    "P13": mark(
        "After the first declaration everyone else has exactly one more turn, and then all tableaux are shown."
    ),
    "P14": mark(
        "House rule: if nobody has declared, the player who takes the last plaque of the pile counts as the declarer. "
        "So does a player who ends their twelfth turn of the round."
    ),
    "P15": mark(
        "The player with the best tableau names another player, who loses a life. If several are equally good, the "
        "declarer names if theirs is among them; otherwise the first of them clockwise from the declarer does."
    ),
    "P16": mark(
        "A player without lives is out. The deal passes left. The last player in wins, and the others are placed in "
        "the reverse order of going out."
    ),
    "P17": mark(
        "Everyone sees what is discarded and who takes what from the centre. Only the player who draws a plaque from "
        "the pile sees it."
    ),
    "P18": mark("A player without tokens passes at once, not only when their turn comes."),
    "P19": mark(
        "“One for each seat” counts the seats at the start, even if some players go out later. Nobody goes out after "
        "the last hand."
    ),
    "P20": mark(
        "In sealed bidding a player without tokens is not asked and bids nothing. All bids are opened together."
    ),
    "P21": mark("If only one rival is left, that rival loses the life without being named."),
    "P22": mark(
        "If your time to discard runs out, the plaque you drew from the pile is discarded. If you took a plaque from "
        "the centre instead, the site discards the one you need least: the one without which your tableau is best. Of "
        "several equal ones it discards the first."
    ),
    "P23": mark(
        "The table remembers for everyone which plaques a player took from the centre and has not discarded since."
    ),
    "P24": mark(
        "A seat that is out is skipped in the deal, in turns and as the first player. If the dealer's seat is out, the "
        "deal goes on from that seat's left."
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
