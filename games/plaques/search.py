"""What these two games tell the search."""

from collections.abc import Callable, Sequence
from functools import partial
from math import inf

from msgspec.structs import replace

from engine import Chance, Player, shuffled
from engine.search import Hooks
from engine.search.values import value_of_tally
from games.plaques.bots import auction, concealed
from games.plaques.bots.keen import keen
from games.plaques.bots.lives import chance_to_last
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
from games.plaques.rules.ranking import strength
from games.plaques.rules.seats import in_order

TOKENS = 4.0
"""The spread of what one more hand brings."""
TOKENS_STRETCH = 0.85
"""Matches end nearer to even than tokens say: measured in some 60 matches of *steady* with two to six seats."""
DOUBT = 3.0
TRIES_BY_TURNS = 1, 3, 5, 7
"""After so many turns, a tableau is about as good as the best of so many random ones: measured among *steady*."""
TRIES_OF_TWO = 1, 2, 3
"""The same with only one rival left, who declares sooner."""
TRIES_OF_DECLARER = 40
"""A declarer's tableau is the first of so many random ones that *steady* would declare with."""
TRIES_BY_ROUND = 1, 1, 2
"""The tries for three hidden plaques of an auction, by its round: those that fit the plaques picked are likelier."""
STEPS_AHEAD = 2
"""How many tokens more than needed a bid may be."""


def hand_of(state: AuctionState) -> int:
    """Simulated matches are played to the end of the hand."""
    return state.hand


def round_of(state: ConcealedState) -> int:
    """Simulated matches are played to the end of the round."""
    return state.round


def doubt(seen: ConcealedObservation) -> float:
    """One simulated round says little, and *keen* is right more often than a small lead is; of discards, always.

    *Steady*, which plays simulated rounds on, makes little of what may still grow. Played on by a quicker form of
    *keen*, 23 discards that a search was surer of won 0.24 rounds less each.
    """
    return inf if seen.phase == "discard" else DOUBT


def worth_of_tokens(state: AuctionState, chance: Chance) -> Sequence[float]:
    """Weigh tokens after a hand; the fewer hands to come, the more they decide."""
    to_come = state.hands - state.hand + 1
    return value_of_tally(state.stocks, TOKENS * to_come**0.5)


def worth_of_lives(state: ConcealedState, chance: Chance) -> Sequence[float]:
    """Return each seat's share of the chances to be the last, each counted as if that seat named best."""
    chances = [chance_to_last(state.lives, seat) for seat in range(len(state.lives))]
    whole = sum(chances)
    return [chance / whole for chance in chances]


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
    """Draw a state in which the others' tableaux are as good as their turns, and a declaration, make likely."""
    world = CONCEALED_DRAW.imagine(seen, player, chance)
    tableaux, pile = list(world.tableaux), world.pile
    players = len(world.seated)
    by_turns = TRIES_OF_TWO if players == 2 else TRIES_BY_TURNS
    for seat in world.seated:
        if seat == player or not world.turns[seat] or not tableaux[seat]:
            continue
        tries, enough = _at(by_turns, world.turns[seat]), _never
        if seat == world.declarer and world.turns[seat] < MOST_TURNS:
            tries, enough = TRIES_OF_DECLARER, partial(concealed.is_worth_declaring, players=players)
        known = world.known[seat]
        unknown = tuple([plaque for plaque in tableaux[seat] if plaque not in known])
        some, pile = _drawn_again(unknown, known, pile, tries, enough, chance)
        tableaux[seat] = in_order((*some, *known))
    return replace(world, tableaux=tuple(tableaux), pile=pile)


def _never(goodness: int) -> bool:
    return False


def _drawn_again(
    some: Tableau, beside: Tableau, pile: Tableau, tries: int, enough: Callable[[int], bool], chance: Chance
) -> tuple[Tableau, Tableau]:
    """Draw plaques again until they are good enough with those beside them; return the best and the pile."""
    size, most = len(some), strength((*some, *beside))
    for _ in range(tries - 1):
        if enough(most):
            break
        drawn = shuffled(chance, (*some, *pile))
        goodness = strength((*drawn[:size], *beside))
        if goodness > most:
            most, some, pile = goodness, drawn[:size], drawn[size:]
    return some, pile


def _at(tries: Sequence[int], number: int) -> int:
    return tries[min(number, len(tries) - 1)]


def _best(hidden: Tableau, taken: Tableau, pile: Tableau, tries: int) -> tuple[Tableau, Tableau]:
    """Exchange hidden plaques for as many of the pile that promise most with those taken; return them and the pile."""
    size = len(hidden)
    starts = range(0, min(tries - 1, len(pile) // size) * size, size) if size else ()
    others = [(prospect((*pile[start : start + size], *taken)), start) for start in starts]
    most, start = max(others, default=(0, 0))
    if most <= prospect((*hidden, *taken)):
        return hidden, pile
    return pile[start : start + size], (*pile[:start], *hidden, *pile[start + size :])


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
        doubt=doubt,
        imagine=likely_tableaux,
        rest=round_of,
        worth=worth_of_lives,
    ),
}
