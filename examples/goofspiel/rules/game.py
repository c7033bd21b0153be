"""Goofspiel as a game that the site can play."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from engine import Chance, Event, Game, IllegalAction, IllegalOptions, Player, Step, places_by_score
from engine.rulings import as_rulings

from ..bot import matching
from .actions import Bid
from .bidding import Cards, settle, turn_prize
from .events import GoofspielEvent
from .imagine import imagine
from .options import MOST_CARDS, MOST_HIDDEN_CARDS, GoofspielOptions
from .rulings import RULINGS
from .state import GoofspielState
from .view import GoofspielObservation, observe
from .wording import GoofspielWording

_SEATS = tuple(tuple(range(players)) for players in range(7))
_BIDS = tuple(Bid(card) for card in range(MOST_CARDS + 1))


@lru_cache(maxsize=8192)
def bids_of(hand: Cards) -> tuple[Bid, ...]:
    """All bids that a hand can make, lowest first."""
    return tuple(map(_BIDS.__getitem__, hand))


class Goofspiel(Game[GoofspielState, Bid, GoofspielOptions, GoofspielObservation]):
    """Goofspiel: everyone bids a card of their own for each prize, and the highest takes it."""

    slug = "goofspiel"
    title = "Goofspiel"
    blurb = (
        "Prize cards come up in random order. Everyone bids one card of their own for each, and the highest takes it."
    )
    length = "one answer for each card"
    authors = "Merrill Flood, 1930s"
    licence = "Traditional"
    players = range(2, 7)
    rules_version = 1
    rulings = as_rulings(RULINGS)
    Options = GoofspielOptions
    State = GoofspielState
    Observation = GoofspielObservation
    Action = Bid
    Event = GoofspielEvent
    wording = GoofspielWording()
    bots = MappingProxyType({"steady": matching})

    def check_options(self, players: int, options: GoofspielOptions) -> None:
        """Hidden bids must be few enough to imagine them."""
        super().check_options(players, options)
        if options.hidden_bids and options.cards > MOST_HIDDEN_CARDS:
            raise IllegalOptions(
                "too_many_hidden_cards",
                f"With hidden bids a suit has {MOST_HIDDEN_CARDS} cards at most. Choose fewer cards, or show the bids.",
            )

    def initial_state(self, players: int, options: GoofspielOptions, chance: Chance) -> Step[GoofspielState]:
        """Give everyone the same cards and turn the first prize."""
        self.check_options(players, options)
        suit = tuple(range(1, options.cards + 1))
        dealt = GoofspielState(
            options=options, prize=0, carried=0, left=suit, scores=(0,) * players, hands=(suit,) * players
        )
        log: list[Event] = []
        return Step(turn_prize(dealt, chance, log), tuple(log))

    def current_players(self, state: GoofspielState) -> tuple[Player, ...]:
        """Everyone, for as long as there is a prize."""
        return _SEATS[len(state.hands)] if state.prize else ()

    def legal_actions(self, state: GoofspielState, player: Player) -> Sequence[Bid]:
        """Any card of the hand."""
        return bids_of(state.hands[player]) if 0 <= player < len(state.hands) else ()

    def check(self, state: GoofspielState, player: Player, action: Bid) -> None:
        """Name what is wrong with a bid; see `Game.check`."""
        if not state.prize or not 0 <= player < len(state.hands):
            super().check(state, player, action)
        elif action.card not in state.hands[player]:
            raise IllegalAction("card_not_held", "You have bid this card before. Bid one that you still hold.")

    def apply(self, state: GoofspielState, joint: Mapping[Player, Bid], chance: Chance) -> Step[GoofspielState]:
        """Compare the bids, give the prize and turn the next."""
        self.check_joint(state, joint)
        log: list[Event] = []
        after = settle(state, tuple([joint[seat].card for seat in range(len(joint))]), chance, log)
        return Step(after, tuple(log))

    def default_action(self, state: GoofspielState, player: Player) -> Bid:
        """A missed deadline bids the lowest card."""
        return bids_of(state.hands[player])[0]

    def observation(self, state: GoofspielState, viewer: Player | None) -> GoofspielObservation:
        """Show the table; with hidden bids each seat knows its own alone."""
        return observe(state, viewer)

    def places(self, state: GoofspielState) -> tuple[int, ...] | None:
        """By score; equal scores share a place (G5)."""
        return None if state.prize else places_by_score(state.scores)

    def imagine(self, seen: GoofspielObservation, player: Player, chance: Chance) -> GoofspielState:
        """Draw hidden bids that fit who bid highest; open bids leave nothing to draw."""
        return imagine(seen, player, chance)
