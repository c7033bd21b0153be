"""The texts of Manipulation."""

from collections.abc import Sequence

from engine import Mark, Names
from engine.language import plural, say
from engine.piecepack import die_words, the_tile_words
from engine.words import and_list
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
        limit, turn = seen.options.turn_limit, seen.turn
        if seen.options.suits_to_win == 3:
            return (
                say("turn {turn}", turn=turn)
                if limit is None
                else say("turn {turn} of {limit}", turn=turn, limit=limit)
            )
        if limit is None:
            return say("turn {turn}, four suits to win", turn=turn)
        return say("turn {turn} of {limit}, four suits to win", turn=turn, limit=limit)

    def task(self, seen: ManipulationObservation, player: int) -> str:
        """Return what the player has to do now."""
        auction = seen.auction
        if auction is None:
            return say("Take your turn: push, pull, try, force or pass")
        offered = the_tile_words(auction.offered)
        if auction.winner is not None:
            old = the_tile_words(in_code(seen.code, auction.offered))
            return say("Decide whether {tile} replaces {old} in the code", tile=offered, old=old)
        if auction.round > 1:
            return say("Seal another coin to break the tie over {tile}", tile=offered)
        return say("Seal one coin as your bid on {tile}", tile=offered)

    def seal(self, seen: ManipulationObservation) -> str:
        """Return the label of the button."""
        if seen.auction is None:
            return say("Take my turn")
        return say("Seal my bid") if seen.auction.winner is None else say("Seal my decision")

    def choice(self, action: ManipulationAction, seen: ManipulationObservation, names: Names) -> str:
        """Return an action in words."""
        match action:
            case Push(tile=tile):
                old = the_tile_words(in_code(seen.code, tile))
                return say("Push {tile} in place of {old}", tile=the_tile_words(tile), old=old)
            case Pull():
                return say("Pull the top tile of the draw pile and auction it")
            case Try(tile=tile):
                old = the_tile_words(in_code(seen.code, tile))
                return say("Try {tile} against {old} in an auction", tile=the_tile_words(tile), old=old)
            case Force(opponent=opponent):
                return say("Force {who} to discard a tile at random", who=names.who(opponent))
            case Pass(tile=tile):
                return say("Pass and discard {tile}", tile=the_tile_words(tile))
            case Bid(coin=coin):
                return say("Bid {coin}", coin=coin_words(coin))
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
        suits = plural(best, "{count} suit", "{count} suits")
        if best >= seen.options.suits_to_win:
            return plural(
                seen.turn,
                "a goal matched in {suits} after {count} turn",
                "a goal matched in {suits} after {count} turns",
                suits=suits,
            )
        return plural(
            seen.turn,
            "goals matched in {suits} to {others} after {count} turn",
            "goals matched in {suits} to {others} after {count} turns",
            suits=suits,
            others=and_list([str(other) for other in others]),
        )


def _decision_words(decision: Replace | Keep, seen: ManipulationObservation) -> str:
    """Return which tile would go into the code and which to the discards."""
    if seen.auction is None:
        return say("Put the tile into the code") if isinstance(decision, Replace) else say("Keep the code as it is")
    new, old = the_tile_words(seen.auction.offered), the_tile_words(in_code(seen.code, seen.auction.offered))
    if isinstance(decision, Replace):
        return say("Put {new} into the code and discard {old}", new=new, old=old)
    return say("Keep {old} in the code and discard {new}", new=new, old=old)
