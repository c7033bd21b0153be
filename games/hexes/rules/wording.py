"""The texts of Hex Auction."""

from collections.abc import Sequence
from functools import singledispatchmethod
from itertools import pairwise

from engine import Mark, Names, Player
from engine.words import and_list, counted, sentence
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
from games.hexes.rules.tiles import hex_words
from games.hexes.rules.view import HexObservation

WAYS = ("right", "down right", "down left", "left", "up left", "up right", "right")
"""The words for `DIRECTIONS`, and round to the first again."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def points_words(points: int) -> str:
    """Count points: "3 points", "no points"."""
    return counted(points, "point") if points else "no points"


def cell_words(q: int, r: int) -> str:
    """Say where a cell lies, in at most two straight lines: "2 right and 1 up right of the first hex"."""
    for (name, (q1, r1)), (next_name, (q2, r2)) in pairwise(zip(WAYS, (*DIRECTIONS, DIRECTIONS[0]), strict=True)):
        # Two neighbouring directions span a sixth of the board; their determinant is 1.
        steps, more = q * r2 - r * q2, q1 * r - r1 * q
        if steps > 0 and more >= 0:
            parts = [f"{number} {way}" for number, way in ((steps, name), (more, next_name)) if number]
            return f"{and_list(parts)} of the first hex"
    return "in the middle"


def turning_words(rotation: int) -> str:
    """Name a rotation: "turned by 120°", "not turned"."""
    return f"turned by {60 * rotation}°" if rotation else "not turned"


def points_of_placing(action: Place, seen: HexObservation) -> int:
    """Return the points a placement adds to the run; meetings within the run count twice."""
    laid = LaidHex(action.hex, action.q, action.r, action.rotation)
    run = {other.cell: other for other in seen.run_laid}
    return len(meetings_of(laid, ground(seen.board).taken)) + len(meetings_of(laid, run))


class HexWording:
    """The texts of a match of Hex Auction."""

    def stage(self, seen: HexObservation) -> str:
        """Return the turn and the specials: "turn 6, 1 of 3 specials laid"."""
        return f"turn {seen.turn}, {seen.specials} of {seen.options.specials_to_end} specials laid"

    def task(self, seen: HexObservation, player: Player) -> str:
        """Return what the player has to do now."""
        if seen.phase == "bid":
            return f"Seal 0 to {counted(seen.tokens[player], 'token')} as your bid"
        if seen.phase == "take":
            return f"Take one of the {NUMBERS[len(seen.drawn)]} hexes left"
        where = "beside the one just laid" if seen.run else "beside the board"
        limit, held = seen.options.hand_limit, len(seen.hands[player])
        if limit is not None and held > limit:
            return f"Lay a hex {where}: you hold {held} and may keep {limit}"
        return f"Lay a hex {where}, or finish"

    def seal(self, seen: HexObservation) -> str:
        """Return the label of the button."""
        return {"take": "Take this hex", "lay": "Lay or finish"}.get(seen.phase, "Seal my bid")

    def choice(self, action: HexAction, seen: HexObservation, names: Names) -> str:
        """Return an action in words."""
        match action:
            case Bid(tokens=tokens):
                return counted(tokens, "token")
            case Take(hex=tile):
                return f"The {hex_words(tile)}"
            case Place():
                return f"Lay {_laid_words(action)}, for {points_words(points_of_placing(action, seen))}"
            case Finish():
                return "Finish the run" if seen.run else "Lay nothing"

    def events(self, events: Sequence[HexEvent], names: Names) -> list[str]:
        """Return a sentence for each event of a step."""
        return [sentence(self._event(event, names)) for event in events]

    def marks(self, events: Sequence[HexEvent]) -> list[Mark]:
        """Return a mark for each auction: who had first choice, and for what bid."""
        return [
            Mark(event.turn, event.order[0], f"bid {max(event.bids)}")
            for event in events
            if isinstance(event, BidsRevealed)
        ]

    def result(self, seen: HexObservation) -> str:
        """Return the points by place, and what broke a tie for first."""
        ranked = sorted(range(seen.seats), key=lambda player: (seen.places or ())[player])
        best, *others = [seen.points[player] for player in ranked]
        words = f"{counted(best, 'point')} to {and_list([str(points) for points in others])}"
        if best > others[0]:
            return words
        by_tokens = seen.tokens[ranked[0]] > seen.tokens[ranked[1]]
        return f"{words}, ahead {'on tokens' if by_tokens else 'by the tie-breaker'}"

    @singledispatchmethod
    def _event(self, event: object, names: Names) -> str:
        raise TypeError(f"Hex Auction has no words for {event!r}")

    @_event.register
    def _(self, event: FirstHexLaid, names: Names) -> str:
        return f"the match began with the {hex_words(event.hex)} on the board"

    @_event.register
    def _(self, event: TieBreakerDealt, names: Names) -> str:
        return f"{names.who(event.player)} got the tie-breaker at random"

    @_event.register
    def _(self, event: HexesDrawn, names: Names) -> str:
        return f"turn {event.turn} began with {and_list([f'the {hex_words(tile)}' for tile in event.hexes])}"

    @_event.register
    def _(self, event: BidsRevealed, names: Names) -> str:
        bids = and_list([f"{names.who(player)} bid {bid}" for player, bid in enumerate(event.bids)])
        first, *others = [names.who(player) for player in event.order]
        return f"{bids}, so {first} went first, then {and_list(others)}"

    @_event.register
    def _(self, event: HexTaken, names: Names) -> str:
        got = "got the last one," if event.was_last else "took"
        return f"{names.who(event.player)} {got} the {hex_words(event.hex)}"

    @_event.register
    def _(self, event: HexPlaced, names: Names) -> str:
        return f"{names.who(event.player)} laid {_laid_words(event)}"

    @_event.register
    def _(self, event: RunScored, names: Names) -> str:
        run = "hex" if event.length == 1 else f"run of {counted(event.length, 'hex')}"
        scored = f"{names.whose(event.player)} {run} scored {points_words(event.points)}"
        within, against = len(event.within), len(event.against)
        kinds = [(2 * within, within, "inside it"), (against, against, "with other hexes")]
        parts = [(points, f"{counted(met, 'meeting')} {where}") for points, met, where in kinds if met]
        if len(parts) > 1:
            return f"{scored}: {and_list([f'{points} for {words}' for points, words in parts])}"
        return f"{scored}: {parts[0][1]}" if parts else scored

    @_event.register
    def _(self, event: NothingLaid, names: Names) -> str:
        return f"{names.who(event.player)} laid nothing"

    @_event.register
    def _(self, event: PotShared, names: Names) -> str:
        bids = f"the bids brought the pot to {counted(event.pot, 'token')}"
        if not event.share:
            return f"{bids}, too few to share"
        left = f", and {NUMBERS[event.left]} stayed in it" if event.left else ""
        return f"{bids}: everyone got {event.share}{left}"

    @_event.register
    def _(self, event: TieBreakerPassed, names: Names) -> str:
        return f"the tie-breaker passed to {names.who(event.player)}"

    @_event.register
    def _(self, event: MatchEnded, names: Names) -> str:
        if event.reason == "specials":
            return "the match ended: enough specials lay on the board"
        return "the match ended: the bag held too few hexes for another turn"


def _laid_words(laid: Place | HexPlaced) -> str:
    return f"the {hex_words(laid.hex)} {cell_words(laid.q, laid.r)}, {turning_words(laid.rotation)}"
