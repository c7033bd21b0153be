"""The rulings of Manipulation: what its rules leave open, and how the site decides."""

from typing import Final

from engine.language import mark

RULINGS: Final[dict[str, str]] = {
    "M1": mark(
        "The player whose turn it is bids too. All coins are shown once everyone has bid, so everyone knows what is in "
        "each stock."
    ),
    "M2": mark("Discards lie face up. Only the player who draws a tile from the pile sees it."),
    "M3": mark(
        "A tile to be tried is shown before anyone bids. You may not try a tile that you could push, and you may not "
        "push one that is too far off."
    ),
    "M4": mark(
        "A player with only the null left bids it without being asked. "
        "So a player who spent their last other coin in a tie still bids in the second round."
    ),
    "M5": mark(
        "Only players tied for highest in the second round draw a coin at random. Only those still tied for highest "
        "then roll dice, again and again until one is ahead."
    ),
    "M6": mark(
        "When the draw pile is empty at the end of a turn, the discards are shuffled into a new one. "
        "It cannot run out within a turn."
    ),
    "M7": mark(
        "At the end of each turn the site compares the code with every goal, then checks the turn limit, then passes "
        "the turn clockwise, then refills the pile. At most one goal can match, and you do not have to notice it "
        "yourself."
    ),
    "M8": mark(
        "When you force, you name an opponent even if there is only one. Chance picks the tile; neither player chooses "
        "it."
    ),
    "M9": mark(
        "The owner of a matched goal is first, and all others share second place. If the turn limit ends the match "
        "without one, places go by the number of suits in which goal and code agree, then by the sum of the coins in "
        "stock. Players equal in both share a place."
    ),
    "M10": mark("You always see your own goal. All goals are shown at the end."),
    "M11": mark(
        "What has been public stays known, as if everyone had a good memory. This covers the first code, which tiles "
        "went into the draw pile in the same shuffle, how many tiles of each shuffle a hand holds, and the codes at "
        "the end of a turn, which were therefore nobody's goal. Computer players use all of this and nothing more."
    ),
    "M12": mark(
        "Hands stay closed when the match ends. Its log is open then, and anyone who wants to know the hands finds "
        "them there."
    ),
    "M13": mark(
        "A coin spent in the first round of a tie is gone before the second round, so you cannot bid it again. "
        "Everyone sees the dice and the coins drawn at random. A coin drawn at random goes back."
    ),
    "M14": mark(
        "When you pass, you draw first and then take back your coin. If you have spent none, you take back nothing."
    ),
    "M15": mark(
        "The winner of an auction must decide and may decide either way, no matter what the bid was meant for."
    ),
}
"""A short text for each ruling, by its number."""
