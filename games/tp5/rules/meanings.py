"""The effect of each phestivity in one sentence."""

from engine.language import mark
from games.tp5.rules.options import Key

MEANINGS: dict[Key, str] = {
    "double_dip": mark("Your home row with the die is a second hand, and the best of these scores a point too."),
    "thats_mine": mark("Everyone gives one identifier to the left neighbour, who decides where it goes."),
    "commune": mark("Everyone gives one identifier to each of three others, who decide where they go."),
    "land_mine": mark(
        "After the roll, give up a claim and name a tile: nobody may use it unless it lies in your own row."
    ),
    "tile_trickery": mark("After the deal everyone passes one tile to the right."),
    "disgrace_the_ace": mark("When an ace is rolled, give up a claim and the die is rolled again."),
    "hogging": mark("Instead of claiming, take an unclaimed tile of your own row behind it, for you alone."),
    "centering_in": mark("Everyone must claim at least two tiles of the centre."),
    "number_is_up": mark(
        "Before the roll, give up a claim and call a value: unclaimed tiles of it in the rows turn up."
    ),
    "around_the_world": mark("Everyone must claim at least three tiles in other players’ rows."),
    "time_warp": mark("Before the roll, give up a claim, take your other claims back and place them again."),
    "best_of_both": mark("The roll is ignored: the best five of the tiles you claimed and your own row are your hand."),
    "eviction": mark("Before the roll, give up a claim: one identifier of each other player leaves your row."),
}
"""The sentences by key, ordered as in `KEYS`; they address a player."""
