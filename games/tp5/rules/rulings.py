"""The rulings of TP5: how the site plays what the rules leave open. Code and tests cite the numbers."""

from engine.language import mark

RULINGS: dict[str, str] = {
    "T1": mark(
        "Two to six players share one piecepack of 24 tiles, seven to twelve share two, so that every tile is there "
        "twice. A null is worth 1, an ace 6, every other tile its number. Each player has four identifiers."
    ),
    "T2": mark(
        "Which tile a player revealed is known to all; where it lies after the row is shuffled is known to its owner "
        "alone, for whom it is marked."
    ),
    "T3": mark(
        "Double Dip excludes Best of both worlds, as the rules of the game say. Centering in excludes All around the"
        " world, since together they ask for five claims. Hey! That's mine? could be played beside Life in the "
        "Commune, but the Commune is written as its replacement and takes its place. The Commune needs four players,"
        " and Centering in a centre with room for all: it is not offered to 6, 11 or 12."
    ),
    "T4": mark(
        "A statement names suits and values of one face-down tile that was not the revealed one. It is true, and "
        "leaves at most 12 of the 24 tiles open."
    ),
    "T5": mark(
        "An identifier counts for its owner, no matter who places it. None goes where its owner has one, where four "
        "lie, or on the owner's row when two of theirs are there. Duties must be met while identifiers and places "
        "for them last. What has no legal place is out of play."
    ),
    "T6": mark(
        "Windows are sealed and open again until all pass. If several want to act, the first clockwise from the "
        "dealer does; what the others wanted is never shown. The price, one's own claim on a tile, is paid first. "
        "Land mines are laid once, all together."
    ),
    "T7": mark(
        "A hand is up to four tiles and the die, whose suit each player chooses. With fewer than five there are no "
        "straights, flushes and full houses; a missing tile is lower than any. Values run from null to ace and do not "
        "wrap round."
    ),
    "T8": mark(
        "Equal best hands share the win, and each scores. The winner nearest the dealer's left deals next, the "
        "dealer last."
    ),
    "T9": mark("Places go by points, then by players beaten in all contests, then they are shared."),
    "T10": mark(
        "An action before the roll is offered only where it can do something: a warp needs a second claim to take "
        "back, an eviction another player's identifier on one's row."
    ),
    "T11": mark("A claim that is the only legal one is made for the player."),
    "T12": mark(
        "Until rows are shuffled, a passed tile lies where its receiver's own passed tile lay. Giver and receiver "
        "alone know which tile it was."
    ),
    "T13": mark(
        "Identifiers of one player are all alike, so under Hey! That's mine? nobody is asked. Nor is anyone in a "
        "Commune of four."
    ),
    "T14": mark(
        "The evictor picks for one player after another, clockwise from the dealer; an identifier that is its "
        "owner's only one on the row goes by itself. Those sent off are placed in the same order, under open duties "
        "too."
    ),
    "T15": mark("Under Best of both worlds the die is rolled for show, and land mines follow as ever."),
    "T16": mark("A void tile counts in no hand: not in a second hand, nor as part of one's row."),
    "T17": mark(
        "A player with others' identifiers chooses at each claim whose to place. What binds the owner of an "
        "identifier binds the player who places it."
    ),
    "T18": mark("A hogged tile is no part of its row: it cannot be claimed, called up by its number, or evicted from."),
    "T19": mark(
        "A missed deadline plays the first legal choice: no phestivities, the first tile, the vaguest statement on "
        "the first tile allowed, the first place. In windows it passes."
    ),
    "T20": mark(
        "By an option a statement may join suits and values with “or”: the tile is of one of these suits, or has one"
        " of those values, or both. It too leaves at most 12 of the 24 tiles open, so it names one suit and one or "
        "two values."
    ),
    "T21": mark(
        "By an option a host may put two phestivities in play that exclude each other, though never Double Dip with "
        "Best of both worlds. The dealer of each round then rules which of the two is followed; the other is ignored"
        " for that round. A missed deadline follows the one that is named first in the list."
    ),
}
"""The rulings by number; T10 and later are the site's own."""
