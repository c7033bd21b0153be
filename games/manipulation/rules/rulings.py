"""The rulings of Manipulation: what its rules leave open, and how the site decides."""

from typing import Final

from engine.language import mark

RULINGS: Final[dict[str, str]] = {
    "M1": mark("The player whose turn it is bids too. Coins are shown once all are in, so everyone knows every stock."),
    "M2": mark("Discards lie face up. A tile drawn from the pile is seen by its new owner alone."),
    "M3": mark(
        "A tile to be tried is shown before anyone bids. A tile that could be pushed may not be tried, "
        "and one that is too far off may not be pushed."
    ),
    "M4": mark(
        "A player with only the null left bids it without being asked. "
        "So a player who spent their last other coin in a tie still bids in the second round."
    ),
    "M5": mark(
        "Only those tied for highest in the second round draw a coin by chance, "
        "and only those tied for highest in that roll dice, again and again until one is ahead."
    ),
    "M6": mark(
        "When the draw pile is empty at the end of a turn, the discards are shuffled into a new one. "
        "It cannot run out within a turn."
    ),
    "M7": mark(
        "At the end of each turn the site compares the code with every goal, then looks at the turn limit, then passes "
        "the turn clockwise, then refills the pile. At most one goal can match, and nobody has to notice."
    ),
    "M8": mark("Force names an opponent even when there is only one. Chance picks the tile, neither player does."),
    "M9": mark(
        "The owner of a matched goal is first and all others share second place. At the turn limit without a match, "
        "places go by the suits in which goal and code agree, then by the sum of the coins in stock; "
        "players equal in both share a place."
    ),
    "M10": mark("You always see your own goal. All goals are opened at the end."),
    "M11": mark(
        "What has been public stays known, as if everyone had a good memory: the first code, which tiles went "
        "into the draw pile in the same shuffle, how many tiles of each shuffle a hand holds, and the codes that have "
        "stood at the end of a turn and so were nobody's goal. Computer players reckon with all of it and no more."
    ),
    "M12": mark("Hands stay closed when the match ends; its log, opened then, tells them to anyone who wants to know."),
    "M13": mark(
        "A coin spent in the first round of a tie is gone before the second: it cannot be bid again. "
        "Coins drawn by chance and dice are shown to all, and a coin so drawn goes back."
    ),
    "M14": mark(
        "Passing, you draw first and take back your coin after that; having spent none, you take back nothing."
    ),
    "M15": mark("The winner of an auction may decide either way, whatever they meant by their bid, and has to decide."),
}
"""A short text for each ruling, by its number."""
