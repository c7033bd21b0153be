"""The words of Goofspiel."""

from collections.abc import Sequence

from engine import Mark, Names, Player
from engine.words import and_list, sentence

from .actions import Bid
from .events import (
    BidsCompared,
    BidsRevealed,
    BidsTied,
    GoofspielEvent,
    MatchEnded,
    PrizeTurned,
    PrizeWon,
)
from .view import GoofspielObservation


def points_words(points: int) -> str:
    """Say "1 point" or "7 points": in English alone, as this example has no translations."""
    return "1 point" if points == 1 else f"{points} points"


class GoofspielWording:
    """Sentences about a match of Goofspiel."""

    def stage(self, seen: GoofspielObservation) -> str:
        """Round and rounds in all."""
        return f"round {seen.round} of {seen.options.cards}"

    def task(self, seen: GoofspielObservation, player: Player) -> str:
        """What is asked now."""
        return f"Seal one card as your bid for {points_words(seen.stake)}"

    def seal(self, seen: GoofspielObservation) -> str:
        """The button."""
        return "Seal my bid"

    def choice(self, action: Bid, seen: GoofspielObservation, names: Names) -> str:
        """One answer in words."""
        return f"The {action.card}"

    def events(self, events: Sequence[GoofspielEvent], names: Names) -> list[str]:
        """Sentences for the events of one step."""
        words = [_words(event, names) for event in events]
        return [sentence(text) for text in words if text]

    def marks(self, events: Sequence[GoofspielEvent]) -> list[Mark]:
        """A box for each round."""
        marks = []
        for event in events:
            if isinstance(event, PrizeWon):
                marks.append(Mark(event.round, event.player, f"+{event.points}"))
            elif isinstance(event, BidsTied):
                marks.append(Mark(event.round, None, "tied"))
        return marks

    def result(self, seen: GoofspielObservation) -> str:
        """The scores, best first."""
        best, *others = sorted(seen.scores, reverse=True)
        return f"{points_words(best)} to {and_list([str(score) for score in others])}"


def _words(event: GoofspielEvent, names: Names) -> str:
    """What happened, without capital and full stop; "" for what need not be said."""
    match event:
        case PrizeTurned(round=number, prize=prize):
            return f"round {number} is for the {prize}"
        case BidsRevealed(bids=bids) | BidsCompared(bids=bids):
            return and_list([f"{names.who(seat)} bid the {bid}" for seat, bid in enumerate(bids) if bid >= 0])
        case PrizeWon(player=player, points=points):
            return f"{names.who(player)} bid highest and won {points_words(points)}"
        case BidsTied(players=players, points=points, carried=carried):
            fate = "wait for the next winner" if carried else "are put away"
            return (
                f"{and_list([names.who(player) for player in players])} tied for highest: {points_words(points)} {fate}"
            )
        case MatchEnded(scores=scores):
            return f"the match ended: {', '.join(f'{names.who(seat)} {score}' for seat, score in enumerate(scores))}"
