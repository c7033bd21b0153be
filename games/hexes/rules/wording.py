"""The texts of Hex Auction."""

from collections.abc import Sequence
from functools import singledispatchmethod

from engine import Mark, Names, Player
from engine.language import mark, plural, say
from engine.words import and_list, people, points_words, sentence, tokens_words, upper_first
from games.hexes.rules.actions import Bid, Finish, HexAction, Place, Take
from games.hexes.rules.board import DIRECTIONS, ground, meetings_of
from games.hexes.rules.board import Laid as LaidHex
from games.hexes.rules.events import (
    BidsRevealed,
    FirstHexLaid,
    HexesDrawn,
    HexEvent,
    HexPlaced,
    HexTaken,
    MatchEnded,
    NothingLaid,
    PotShared,
    RunScored,
    TieBreakerDealt,
    TieBreakerPassed,
)
from games.hexes.rules.tiles import the_hex_words
from games.hexes.rules.view import HexObservation

_SEALS = {"bid": mark("Seal my bid"), "take": mark("Take this hex"), "lay": mark("Lay or finish")}
WAYS = (
    mark("{steps} right"),
    mark("{steps} down right"),
    mark("{steps} down left"),
    mark("{steps} left"),
    mark("{steps} up left"),
    mark("{steps} up right"),
)
"""The words for `DIRECTIONS`."""
NUMBERS = ("", "", mark("two"), mark("three"), mark("four"), mark("five"), mark("six"), mark("seven"))


def hexes_words(hexes: int) -> str:
    """Count hexes: "3 hexes"."""
    return plural(hexes, "{count} hex", "{count} hexes")


def cell_words(q: int, r: int) -> str:
    """Say where a cell lies, in at most two straight lines: "2 right and 1 up right of the first hex"."""
    for edge, (q1, r1) in enumerate(DIRECTIONS):
        q2, r2 = DIRECTIONS[(edge + 1) % 6]
        # Two neighbouring directions span a sixth of the board; their determinant is 1.
        steps, more = q * r2 - r * q2, q1 * r - r1 * q
        if steps > 0 and more >= 0:
            ways = [say(WAYS[way], steps=number) for number, way in ((steps, edge), (more, (edge + 1) % 6)) if number]
            return say("{ways} of the first hex", ways=and_list(ways))
    return say("in the middle")


def turning_words(rotation: int) -> str:
    """Name a rotation: "turned by 120°", "not turned"."""
    return say("turned by {degrees}°", degrees=60 * rotation) if rotation else say("not turned")


def points_of_placing(action: Place, seen: HexObservation) -> int:
    """Return the points a placement adds to the run; meetings within the run count twice."""
    laid = LaidHex(action.hex, action.q, action.r, action.rotation)
    run = {other.cell: other for other in seen.run_laid}
    return len(meetings_of(laid, ground(seen.board).taken)) + len(meetings_of(laid, run))


class HexWording:
    """The texts of a match of Hex Auction."""

    def stage(self, seen: HexObservation) -> str:
        """Return the turn and the specials: "turn 6, 1 of 3 specials laid"."""
        return say(
            "turn {turn}, {specials} of {most} specials laid",
            turn=seen.turn,
            specials=seen.specials,
            most=seen.options.specials_to_end,
        )

    def task(self, seen: HexObservation, player: Player) -> str:
        """Return what the player has to do now."""
        if seen.phase == "bid":
            return plural(
                seen.tokens[player], "Seal 0 to {count} token as your bid", "Seal 0 to {count} tokens as your bid"
            )
        if seen.phase == "take":
            return say("Take one of the {number} hexes left", number=say(NUMBERS[len(seen.drawn)]))
        limit, held = seen.options.hand_limit, len(seen.hands[player])
        if limit is not None and held > limit and seen.run:
            return say(
                "Lay a hex beside the one just laid: you hold {held} and may keep {limit}", held=held, limit=limit
            )
        if limit is not None and held > limit:
            return say("Lay a hex beside the board: you hold {held} and may keep {limit}", held=held, limit=limit)
        if seen.run:
            return say("Lay a hex beside the one just laid, or finish")
        return say("Lay a hex beside the board, or finish")

    def seal(self, seen: HexObservation) -> str:
        """Return the label of the button."""
        return say(_SEALS.get(seen.phase, _SEALS["bid"]))

    def choice(self, action: HexAction, seen: HexObservation, names: Names) -> str:
        """Return an action in words."""
        match action:
            case Bid(tokens=tokens):
                return tokens_words(tokens)
            case Take(hex=tile):
                return upper_first(the_hex_words(tile))
            case Place(hex=tile, q=q, r=r, rotation=rotation):
                return say(
                    "Lay {hex} {where}, {turning}, for {points}",
                    hex=the_hex_words(tile),
                    where=cell_words(q, r),
                    turning=turning_words(rotation),
                    points=points_words(points_of_placing(action, seen)),
                )
            case Finish():
                return say("Finish the run") if seen.run else say("Lay nothing")

    def events(self, events: Sequence[HexEvent], names: Names) -> list[str]:
        """Return a sentence for each event of a step."""
        return [sentence(self._event(event, names)) for event in events]

    def marks(self, events: Sequence[HexEvent]) -> list[Mark]:
        """Return a mark for each auction: who had first choice, and for what bid."""
        return [
            Mark(event.turn, event.order[0], say("bid {bid}", context="mark", bid=max(event.bids)))
            for event in events
            if isinstance(event, BidsRevealed)
        ]

    def result(self, seen: HexObservation) -> str:
        """Return the points by place, and what broke a tie for first."""
        ranked = sorted(range(seen.seats), key=lambda player: (seen.places or ())[player])
        best, *rest = [seen.points[player] for player in ranked]
        points = points_words(best)
        others = and_list([str(score) for score in rest])
        if best > rest[0]:
            return say("{points} to {others}", points=points, others=others)
        if seen.tokens[ranked[0]] > seen.tokens[ranked[1]]:
            return say("{points} to {others}, ahead on tokens", points=points, others=others)
        return say("{points} to {others}, ahead by the tie-breaker", points=points, others=others)

    @singledispatchmethod
    def _event(self, event: object, names: Names) -> str:
        raise TypeError(f"Hex Auction has no words for {event!r}")

    @_event.register
    def _(self, event: FirstHexLaid, names: Names) -> str:
        return say("the match began with {hex} on the board", hex=the_hex_words(event.hex))

    @_event.register
    def _(self, event: TieBreakerDealt, names: Names) -> str:
        return say("{who} got the tie-breaker at random", who=names.who(event.player))

    @_event.register
    def _(self, event: HexesDrawn, names: Names) -> str:
        hexes = and_list([the_hex_words(tile) for tile in event.hexes])
        return say("turn {turn} began with {hexes}", turn=event.turn, hexes=hexes)

    @_event.register
    def _(self, event: BidsRevealed, names: Names) -> str:
        bids = [say("{who} bid {bid}", who=names.who(player), bid=bid) for player, bid in enumerate(event.bids)]
        first, *later = [names.who(player) for player in event.order]
        return say("{bids}, so {who} went first, then {people}", bids=and_list(bids), who=first, people=people(later))

    @_event.register
    def _(self, event: HexTaken, names: Names) -> str:
        who, tile = names.who(event.player), the_hex_words(event.hex)
        if event.was_last:
            return say("{who} got the last one, {hex}", who=who, hex=tile)
        return say("{who} took {hex}", who=who, hex=tile)

    @_event.register
    def _(self, event: HexPlaced, names: Names) -> str:
        return say(
            "{who} laid {hex} {where}, {turning}",
            who=names.who(event.player),
            hex=the_hex_words(event.hex),
            where=cell_words(event.q, event.r),
            turning=turning_words(event.rotation),
        )

    @_event.register
    def _(self, event: RunScored, names: Names) -> str:
        scored, within, against = _scored(event, names), len(event.within), len(event.against)
        inside = plural(within, "{count} meeting inside it", "{count} meetings inside it")
        outside = plural(against, "{count} meeting with other hexes", "{count} meetings with other hexes")
        if within and against:
            parts = ((2 * within, inside), (against, outside))
            each = [say("{points} for {meetings}", points=points, meetings=words) for points, words in parts]
            return say("{scored}: {reasons}", scored=scored, reasons=and_list(each))
        if within or against:
            return say("{scored}: {reasons}", scored=scored, reasons=inside if within else outside)
        return scored

    @_event.register
    def _(self, event: NothingLaid, names: Names) -> str:
        return say("{who} laid nothing", who=names.who(event.player))

    @_event.register
    def _(self, event: PotShared, names: Names) -> str:
        tokens = tokens_words(event.pot)
        if not event.share:
            return say("the bids brought the pot to {tokens}, too few to share", tokens=tokens)
        if not event.left:
            return say("the bids brought the pot to {tokens}: everyone got {share}", tokens=tokens, share=event.share)
        return plural(
            event.left,
            "the bids brought the pot to {tokens}: everyone got {share}, and one stayed in it",
            "the bids brought the pot to {tokens}: everyone got {share}, and {left} stayed in it",
            tokens=tokens,
            share=event.share,
            left=say(NUMBERS[event.left]),
        )

    @_event.register
    def _(self, event: TieBreakerPassed, names: Names) -> str:
        return say("the tie-breaker passed to {who}", who=names.who(event.player))

    @_event.register
    def _(self, event: MatchEnded, names: Names) -> str:
        if event.reason == "specials":
            return say("the match ended: enough specials lay on the board")
        return say("the match ended: the bag held too few hexes for another turn")


def _scored(event: RunScored, names: Names) -> str:
    who, points = names.who(event.player), points_words(event.points)
    if event.length == 1:
        return say("{who}'s hex scored {points}", you="your hex scored {points}", who=who, points=points)
    return say(
        "{who}'s run of {hexes} scored {points}",
        you="your run of {hexes} scored {points}",
        who=who,
        hexes=hexes_words(event.length),
        points=points,
    )
