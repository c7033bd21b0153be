"""The rulings of TP5: how the site plays what the rules leave open. Code and tests cite the numbers."""

from engine.language import mark

RULINGS: dict[str, str] = {
    "T1": mark(
        "Two to six players share one piecepack of 24 tiles. Seven to twelve share two, so every tile is there twice. "
        "A null is worth 1, an ace 6, every other tile its number. Each player has four identifiers."
    ),
    "T2": mark(
        "Everyone knows which tile a player revealed. After the row is shuffled, only its owner knows where that tile "
        "lies: the site marks it for them."
    ),
    "T3": mark(
        "Double Dip excludes Best of both worlds, as the rules of the game say. Centering in excludes All around the "
        "world, because together they ask for five claims. Hey! That's mine? could be played beside Life in the "
        "Commune, but the Commune is written as its replacement and takes its place. Life in the Commune needs four "
        "players. Centering in needs a centre with room for all, so it is not offered to 6, 11 or 12 players."
    ),
    "T4": mark(
        "A statement names suits and values of one face-down tile that is not the revealed one. It must be true and "
        "leave at most 12 of the 24 tiles possible."
    ),
    "T5": mark(
        "An identifier counts for its owner, no matter who places it. It may not go where its owner already has one, "
        "where four lie, or on the owner's row if two of theirs are there. Duties must be met as long as there are "
        "identifiers and places for them. An identifier that has no legal place is out of play."
    ),
    "T6": mark(
        "Windows are sealed, and open again until all pass. If several players want to act, only the first clockwise "
        "from the dealer does; what the others wanted is never shown. You pay the price first: one of your own claims "
        "on a tile. Land mines are laid only once, all at the same time."
    ),
    "T7": mark(
        "A hand is up to four tiles and the die; each player chooses the suit of the die. With fewer than five, there "
        "are no straights, flushes or full houses. A missing tile is lower than any other. Values run from null to ace "
        "and do not wrap around."
    ),
    "T8": mark(
        "Players with equal best hands share the win, and each of them scores. The winner nearest the dealer's left "
        "deals next; the dealer comes last."
    ),
    "T9": mark(
        "Places go by points, then by the number of players beaten in all contests. Players equal in both share a "
        "place."
    ),
    "T10": mark(
        "An action before the roll is offered only if it can do something. A warp needs a second claim to take back. "
        "An eviction needs another player's identifier on your row."
    ),
    "T11": mark("If only one claim is legal, the site makes it for you."),
    "T12": mark(
        "Until rows are shuffled, a tile passed to you lies where the tile you passed on lay. Only the giver and the "
        "receiver know which tile it was."
    ),
    "T13": mark(
        "A player's identifiers are all alike, so under Hey! That's mine? nobody is asked. Nobody is asked in a "
        "Commune of four players either."
    ),
    "T14": mark(
        "The evictor picks for one player after another, clockwise from the dealer. If a player has only one "
        "identifier on the row, it goes without being picked. The evicted identifiers are placed in the same order, "
        "and open duties still apply."
    ),
    "T15": mark("Under Best of both worlds the die is rolled but does not count. Land mines follow as usual."),
    "T16": mark("A void tile counts in no hand: not in a second hand, and not as part of your own row."),
    "T17": mark(
        "If you hold identifiers of other players, you choose at each claim whose to place. The limits and duties of "
        "an identifier's owner bind you when you place it."
    ),
    "T18": mark(
        "A hogged tile is not part of its row: it cannot be claimed or called up by its number, and nobody can be "
        "evicted from it."
    ),
    "T19": mark(
        "If you miss a deadline, the site makes the first legal choice for you: no phestivities, the first tile, the "
        "vaguest statement on the first tile allowed, the first place. In windows it passes for you."
    ),
    "T20": mark(
        "As an option, a statement may join suits and values with “or”: the tile is of one of these suits, or has one "
        "of these values, or both. It too must leave at most 12 of the 24 tiles possible, so it names one suit and one "
        "or two values."
    ),
    "T21": mark(
        "As an option, a host may put two phestivities in play that exclude each other, but never Double Dip with Best "
        "of both worlds. In each round the dealer then decides which of the two is followed; the other is ignored for "
        "that round. If the dealer misses the deadline, the one named first in the list is followed."
    ),
}
"""The rulings by number; T10 and later are the site's own."""
