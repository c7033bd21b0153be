"""Plaque Auction: four rounds of bidding for plaques, and a pot for the best tableau."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from engine import Chance, Game, NotAsked, Player, Step, as_rulings, places_by_score, shuffled
from engine.language import mark
from games.plaques.bots.auction import steady
from games.plaques.rules.auction.actions import Add, AuctionAction, Bid, Pass, Pick
from games.plaques.rules.auction.conditionals import AuctionConditionals
from games.plaques.rules.auction.events import AuctionEvent
from games.plaques.rules.auction.hands import ROUNDS, set_up, show_down
from games.plaques.rules.auction.notation import AuctionNotation
from games.plaques.rules.auction.options import AuctionOptions
from games.plaques.rules.auction.outlook import hopes
from games.plaques.rules.auction.refusals import refused_bid, refused_pick
from games.plaques.rules.auction.rounds import add_tokens, next_round, open_bids, pass_bidding, pick
from games.plaques.rules.auction.scenes import AuctionScenes
from games.plaques.rules.auction.state import AuctionState
from games.plaques.rules.auction.view import AuctionObservation, imagine, observe
from games.plaques.rules.auction.wording import AuctionWording
from games.plaques.rules.pieces import PLAQUES
from games.plaques.rules.rulings import AUCTION_RULINGS

_PASS = Pass()
_NOTHING = Bid(0)
_MOST = 7 * 100
_OPEN: tuple[AuctionAction, ...] = (_PASS, *(Add(tokens) for tokens in range(1, _MOST + 1)))
_SEALED: tuple[AuctionAction, ...] = tuple(Bid(tokens) for tokens in range(_MOST + 1))
_PICKS: dict[str, AuctionAction] = {plaque: Pick(plaque) for plaque in PLAQUES}


class PlaqueAuction(Game[AuctionState, AuctionAction, AuctionOptions, AuctionObservation]):
    """The auction game of the plaques."""

    slug = "plaque-auction"
    title = "Plaque Auction"
    chance_words = mark("shuffle")
    answers_on_mat = True
    blurb = mark(
        "Everyone holds three secret plaques and bids for four more with the tokens they hope to win back. "
        "The best five of seven take the pot."
    )
    round_words = mark("hand {number}")
    length = mark("one hand a seat, each of four rounds of bidding and picking")
    authors = mark("Matthew Breen, 2007, after a game in Gary Gygax's Saga of Old City")
    licence = mark("© 2007 Trigee Enterprises Company and Matthew Breen, all rights reserved")
    players = range(2, 8)
    rules_version = 1
    rulings = as_rulings(AUCTION_RULINGS)
    Options = AuctionOptions
    State = AuctionState
    Observation = AuctionObservation
    Action = AuctionAction
    Event = AuctionEvent
    wording = AuctionWording()
    conditionals = AuctionConditionals()
    notation = AuctionNotation()
    scenes = AuctionScenes()
    bots = MappingProxyType({"steady": steady})

    def initial_state(self, players: int, options: AuctionOptions, chance: Chance) -> Step[AuctionState]:
        """Choose the first dealer and deal the first hand."""
        self.check_options(players, options)
        return set_up(players, options, chance)

    def current_players(self, state: AuctionState) -> tuple[Player, ...]:
        """Return the next player to pick or bid, or all who owe a sealed bid."""
        if state.picking:
            return state.picking[:1]
        return state.bidding if state.options.bidding == "sealed" else state.bidding[:1]

    def legal_actions(self, state: AuctionState, player: Player) -> Sequence[AuctionAction]:
        """Return the plaques to pick, or the bids from the lowest up."""
        if player not in self.current_players(state):
            return ()
        if state.picking:
            return tuple([_PICKS[plaque] for plaque in state.centre])
        bids = _SEALED if state.options.bidding == "sealed" else _OPEN
        return bids[: state.stocks[player] + 1]

    def check(self, state: AuctionState, player: Player, action: AuctionAction) -> None:
        """Raise `IllegalAction` with the reason if the player may not take this action."""
        if player not in self.current_players(state):
            raise NotAsked
        refusal = refused_pick(state, action) if state.picking else refused_bid(state, player, action)
        if refusal:
            raise refusal

    def apply(self, state: AuctionState, joint: Mapping[Player, AuctionAction], chance: Chance) -> Step[AuctionState]:
        """Take bids or a pick, then go on to the next round or hand if one is complete."""
        self.check_joint(state, joint)
        ((player, action), *_) = joint.items()
        if isinstance(action, Pick):
            return _gone_on(pick(state, player, action.plaque), chance)
        if isinstance(action, Add):
            return add_tokens(state, player, action.tokens)
        if isinstance(action, Pass):
            return pass_bidding(state, player)
        return open_bids(state, {seat: bid.tokens for seat, bid in joint.items() if isinstance(bid, Bid)})

    def default_action(self, state: AuctionState, player: Player) -> AuctionAction:
        """Pass, bid nothing, or pick the first plaque."""
        if state.picking:
            return _PICKS[state.centre[0]]
        return _NOTHING if state.options.bidding == "sealed" else _PASS

    def observation(self, state: AuctionState, viewer: Player | None) -> AuctionObservation:
        """Return everything but the pile and the hidden plaques of others."""
        return observe(state, viewer)

    def places(self, state: AuctionState) -> tuple[int, ...] | None:
        """Place players by tokens; equal tokens share a place."""  # P3
        return None if state.bidding or state.picking else places_by_score(state.stocks)

    def tally(self, state: AuctionState) -> Sequence[float]:
        """Return tokens plus each seat's expected share of the pot."""
        return hopes(state)

    def imagine(self, seen: AuctionObservation, player: Player, chance: Chance) -> AuctionState:
        """Draw a state consistent with what the player has seen."""
        return imagine(seen, player, chance)

    def reshuffle(self, state: AuctionState, chance: Chance) -> AuctionState:
        """Shuffle the face-down pile."""
        return msgspec.structs.replace(state, pile=shuffled(chance, state.pile))


def _gone_on(step: Step[AuctionState], chance: Chance) -> Step[AuctionState]:
    """After the last pick of a round begin the next one, or hold the showdown after the fourth."""  # P8
    state, events = step
    if state.picking:
        return step
    after = show_down(state, chance) if state.round == ROUNDS else next_round(state)
    return Step(after.state, events + after.events)


PLAQUE_AUCTION = PlaqueAuction()
