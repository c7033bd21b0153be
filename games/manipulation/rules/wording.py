"""The texts of Manipulation."""

from collections.abc import Sequence

from engine import Mark, Names
from engine.piecepack import die_words, tile_words
from engine.words import and_list, counted
from games.manipulation.rules.actions import (
    Bid,
    Force,
    Keep,
    ManipulationAction,
    Pass,
    Pull,
    Push,
    Replace,
    Try,
)
from games.manipulation.rules.ending import agreement
from games.manipulation.rules.events import ManipulationEvent, TurnEnded
from games.manipulation.rules.sentences import coin_words, sentence_of
from games.manipulation.rules.state import in_code
from games.manipulation.rules.view import ManipulationObservation

UNCHANGED = "–"


class ManipulationWording:
    """The texts of a match of Manipulation."""

    def stage(self, seen: ManipulationObservation) -> str:
        """Return the turn, the limit and the house rule on suits."""
        limit = seen.options.turn_limit
        turn = f"turn {seen.turn}" if limit is None else f"turn {seen.turn} of {limit}"
        return turn if seen.options.suits_to_win == 3 else f"{turn}, four suits to win"

    def task(self, seen: ManipulationObservation, player: int) -> str:
        """Return what the player has to do now."""
        auction = seen.auction
        if auction is None:
            return "Take your turn: push, pull, try, force or pass"
        offered = tile_words(auction.offered)
        if auction.winner is not None:
            return f"Decide whether the {offered} replaces the code's {tile_words(in_code(seen.code, auction.offered))}"
        if auction.round > 1:
            return f"Seal another coin to break the tie over the {offered}"
        return f"Seal one coin as your bid on the {offered}"

    def seal(self, seen: ManipulationObservation) -> str:
        """Return the label of the button."""
        if seen.auction is None:
            return "Take my turn"
        return "Seal my bid" if seen.auction.winner is None else "Seal my decision"

    def choice(self, action: ManipulationAction, seen: ManipulationObservation, names: Names) -> str:
        """Return an action in words."""
        match action:
            case Push(tile=tile):
                return f"Push the {tile_words(tile)} in place of the {tile_words(in_code(seen.code, tile))}"
            case Pull():
                return "Pull the top tile of the draw pile and auction it"
            case Try(tile=tile):
                return f"Try the {tile_words(tile)} against the {tile_words(in_code(seen.code, tile))} in an auction"
            case Force(opponent=opponent):
                return f"Force {names.who(opponent)} to discard a tile at random"
            case Pass(tile=tile):
                return f"Pass and discard the {tile_words(tile)}"
            case Bid(coin=coin):
                return f"Bid {coin_words(coin)}"
            case Replace() | Keep():
                return _decision_words(action, seen)

    def events(self, events: Sequence[ManipulationEvent], names: Names) -> list[str]:
        """Return a sentence for each event of a step."""
        return [sentence for event in events if (sentence := sentence_of(event, names))]

    def marks(self, events: Sequence[ManipulationEvent]) -> list[Mark]:
        """Return a mark for each turn that ended: who changed the code, and with which tile."""
        return [
            Mark(event.turn, event.changed_by, UNCHANGED if event.tile is None else die_words(event.tile))
            for event in events
            if isinstance(event, TurnEnded)
        ]

    def result(self, seen: ManipulationObservation) -> str:
        """Return how far the goals match the code, best first."""
        best, *others = sorted((agreement(goal, seen.code) for goal in seen.goals if goal is not None), reverse=True)
        suits = counted(best, "suit")
        if best >= seen.options.suits_to_win:
            return f"a goal matched in {suits} after {seen.turn} turns"
        return f"goals matched in {suits} to {and_list([str(other) for other in others])} after {seen.turn} turns"


def _decision_words(decision: Replace | Keep, seen: ManipulationObservation) -> str:
    """Return which tile would go into the code and which to the discards."""
    if seen.auction is None:
        return "Put the tile into the code" if isinstance(decision, Replace) else "Keep the code as it is"
    new, old = tile_words(seen.auction.offered), tile_words(in_code(seen.code, seen.auction.offered))
    if isinstance(decision, Replace):
        return f"Put the {new} into the code and discard the {old}"
    return f"Keep the {old} in the code and discard the {new}"
