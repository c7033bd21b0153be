"""What these two games tell the search."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine import Chance, Player, shuffled
from engine.search import Hooks
from engine.search.values import value_of_tally
from games.plaques.bots import auction, concealed
from games.plaques.bots.drafts import Past, drafted
from games.plaques.bots.keen import keen
from games.plaques.bots.lives import match_played, shares_of, stakes_of
from games.plaques.bots.rounds import winner_of
from games.plaques.rules.auction.actions import Add, AuctionAction
from games.plaques.rules.auction.game import PLAQUE_AUCTION
from games.plaques.rules.auction.state import AuctionState
from games.plaques.rules.auction.view import AuctionObservation
from games.plaques.rules.concealed.game import CONCEALED_DRAW
from games.plaques.rules.concealed.state import ConcealedState
from games.plaques.rules.concealed.turns import MOST_TURNS
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.pieces import Tableau
from games.plaques.rules.prospects import prospect
from games.plaques.rules.seats import in_order

TOKENS = 4.0
"""The spread of what one more hand brings."""
TOKENS_STRETCH = 0.85
"""Matches end nearer to even than tokens say: measured in some 60 matches of *steady* with two to six seats."""
DOUBT = 3.0
"""In Concealed Draw one simulated round says little, and *keen* is right more often than a small lead is."""
TRIES_BY_ROUND = 1, 1, 2
"""Before which round the three hidden plaques are about as good as the best of so many random ones.

Measured among *steady*: those that fit the plaques picked are likelier.
"""
STEPS_AHEAD = 2
"""How many tokens more than needed a bid may be."""


def hand_of(state: AuctionState) -> int:
    """Simulated matches are played to the end of the hand."""
    return state.hand


def round_of(state: ConcealedState) -> int:
    """Simulated matches are played to the end of the round."""
    return state.round


def worth_of_tokens(state: AuctionState, chance: Chance) -> Sequence[float]:
    """Weigh tokens after a hand; the fewer hands to come, the more they decide."""
    to_come = state.hands - state.hand + 1
    return value_of_tally(state.stocks, TOKENS * to_come**0.5)


def worth_of_lives(state: ConcealedState, chance: Chance) -> Sequence[float]:
    """Return each seat's share of the chances to be the last, each counted as if that seat named best."""
    return shares_of(state.lives)


def round_played(state: ConcealedState, player: Player, chance: Chance) -> Sequence[float]:
    """Play a round on quickly and weigh lives by who wins it; after a round, play all others on, by lives alone."""
    if state.phase == "over" or (state.phase == "draw" and not any(state.turns)):
        return match_played(state.lives, chance)
    winner = state.turn if state.phase == "nominate" else winner_of(state, player, chance)
    return [won if seat == winner else lost for seat, (won, lost) in enumerate(stakes_of(state.lives))]


def bids_worth_comparing(seen: AuctionObservation, legal_actions: Sequence[AuctionAction]) -> Sequence[AuctionAction]:
    """Keep passing, and the bids that move me up in the order of picks by little more than is needed."""
    if seen.picking or seen.options.bidding == "sealed" or seen.viewer is None:
        return legal_actions
    mine = seen.bids[seen.viewer]
    steps = {bid - mine + more for bid in seen.bids for more in range(STEPS_AHEAD + 1)}
    return [action for action in legal_actions if not isinstance(action, Add) or action.tokens in steps]


def likely_hands(seen: AuctionObservation, player: Player, chance: Chance) -> AuctionState:
    """Draw a state in which the others' hidden plaques fit the ones that they picked."""
    world = PLAQUE_AUCTION.imagine(seen, player, chance)
    tries = _at(TRIES_BY_ROUND, seen.round)
    hidden, pile = list(world.hidden), world.pile
    for seat in world.seated if tries > 1 else ():
        if seat != player:
            taken = world.taken[seat]
            hidden[seat], pile = _best(hidden[seat], taken, pile, tries)
    return replace(world, hidden=tuple(hidden), pile=pile)


def likely_tableaux(seen: ConcealedObservation, player: Player, chance: Chance) -> ConcealedState:
    """Draw a state in which each of the others has drawn and discarded in each turn, and declared if they did."""
    world = CONCEALED_DRAW.imagine(seen, player, chance)
    tableaux, pile = list(world.tableaux), world.pile
    for seat in world.seated:
        known, turns = world.known[seat], world.turns[seat]
        if seat != player and turns and tableaux[seat]:
            past = Past(known, turns, seat == world.declarer and turns < MOST_TURNS, len(world.seated))
            unknown = [plaque for plaque in tableaux[seat] if plaque not in known]
            some, pile = drafted(past, (*unknown, *pile), len(unknown), chance)
            tableaux[seat] = in_order((*some, *known))
    return replace(world, tableaux=tuple(tableaux), pile=shuffled(chance, pile))


def _at(tries: Sequence[int], number: int) -> int:
    return tries[min(number, len(tries) - 1)]


def _best(some: Tableau, beside: Tableau, pile: Tableau, tries: int) -> tuple[Tableau, Tableau]:
    """Exchange plaques for as many of the pile that go best with those beside them; return them and the pile."""
    size = len(some)
    starts = range(0, min(tries - 1, len(pile) // size) * size, size) if size else ()
    others = [(prospect((*pile[start : start + size], *beside)), start) for start in starts]
    most, start = max(others, default=(0, 0))
    if most <= prospect((*some, *beside)):
        return some, pile
    return pile[start : start + size], (*pile[:start], *some, *pile[start + size :])


HOOKS = {
    "plaque-auction": Hooks(
        policy=auction.steady,
        imagine=likely_hands,
        candidates=bids_worth_comparing,
        rest=hand_of,
        worth=worth_of_tokens,
        stretch=TOKENS_STRETCH,
    ),
    "concealed-draw": Hooks(
        policy=concealed.steady,
        own=keen,
        doubt=DOUBT,
        imagine=likely_tableaux,
        rest=round_of,
        worth=worth_of_lives,
        playout=round_played,
    ),
}
