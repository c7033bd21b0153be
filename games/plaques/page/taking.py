"""The choice of a plaque from the centre, in both games."""

from typing import NamedTuple, cast

from engine import Player
from engine.language import say
from engine.view import Choice, MatchView
from games.plaques.page.auction import tableau_of
from games.plaques.page.hands import with_plaque
from games.plaques.rules.auction.view import AuctionObservation
from games.plaques.rules.concealed.view import ConcealedObservation


class Taking(NamedTuple):
    """The choice of a plaque from the centre."""

    number: int
    choice: Choice
    gives: str
    """The name of the hand that it makes."""

    @property
    def words(self) -> str:
        """What it takes, and what that makes."""
        return say("{choice}, then {hand}", choice=self.choice.words, hand=self.gives)


def take_of(view: MatchView, plaque: str) -> Taking | None:
    """Return the choice that takes a plaque from the centre; None if the reader has none."""
    if view.asked is None or view.is_replay:
        return None
    seen = cast(AuctionObservation | ConcealedObservation, view.seen)
    tableau = tableau_of(seen, cast(Player, view.me)) if isinstance(seen, AuctionObservation) else seen.own
    for number, choice in enumerate(view.asked.choices, 1):
        if getattr(choice.action, "plaque", None) == plaque:
            return Taking(number, choice, with_plaque(tableau, plaque))
    return None
