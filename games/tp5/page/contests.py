"""The contests of the round that ended last, with the hands that players declared."""

from typing import NamedTuple

from engine.language import Person, say
from engine.view import MatchView, SeatView
from engine.words import people, upper_first
from games.tp5.page.words import seen_of
from games.tp5.rules.events import HandsDeclared
from games.tp5.rules.hands import Hand, hand_words

BETWEEN_ROUNDS = frozenset({"choose", "pass_on", "turn_up", "statement"})


class Declared(NamedTuple):
    """A hand as a player declared it."""

    seat: SeatView
    hand: Hand
    words: str


class Contest(NamedTuple):
    """All hands of one contest, best first."""

    round: int
    title: str
    winners: list[Declared]
    others: list[Declared]

    @property
    def winner_names(self) -> list[Person]:
        """The winners as the viewer reads their names."""
        return [one.seat.person for one in self.winners]

    @property
    def headline(self) -> str:
        """Who won the round."""
        winners = self.winner_names
        if len(winners) == 1:
            return say("Round {round}: {who} won", round=self.round, who=winners[0])
        return say("Round {round}: {people} shared the win", round=self.round, people=people(winners))


def last_contests(view: MatchView) -> list[Contest]:
    """Return the contests of the round that ended last, until the next round is well under way."""
    if seen_of(view).phase not in {*BETWEEN_ROUNDS, "over"}:
        return []
    steps = sorted(view.log, key=lambda entry: entry.step, reverse=True)
    ended = (
        [event for event in entry.events if isinstance(event, HandsDeclared)] for entry in steps if not entry.taken_back
    )
    return [_contest(view, event) for event in next((events for events in ended if events), [])]


def _contest(view: MatchView, event: HandsDeclared) -> Contest:
    hands = [Declared(view.seats[seat], hand, upper_first(hand_words(hand))) for seat, hand in enumerate(event.hands)]
    hands.sort(key=lambda one: one.hand.rank, reverse=True)
    return Contest(
        event.round,
        say("Claimed tiles and the die") if event.contest == 1 else say("Double Dip: home rows and the die"),
        [one for one in hands if one.seat.player in event.winners],
        [one for one in hands if one.seat.player not in event.winners],
    )
