"""How likely a tableau of Concealed Draw is to win the round: a small network, fitted to rounds among *steady*."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import exp
from operator import mul

from games.plaques.bots.weights import NETWORKS, Network
from games.plaques.rules.concealed.turns import MOST_TURNS
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.pieces import DRAGONS, RANK, REALMS, TABLEAU_SIZE
from games.plaques.rules.ranking import HOUSE_RANKING, STEP, strength, strengths_with
from games.plaques.rules.seats import left_of, round_from

CATEGORIES = len(HOUSE_RANKING)
LEAST_DRAWN, LEAST_TAKEN = 3, 4
"""The worst categories that a plaque of the pile and one of the centre are hoped to make."""
GOING_ON = (CATEGORIES - LEAST_DRAWN) + (CATEGORIES - LEAST_TAKEN) + 8
"""How many numbers only a tableau has that can still grow."""
RANKS_COUNT = 6
"""From this category on, ranks decide rounds often."""
ROWS = [frozenset([f"{realm}{low + more}" for more in range(5)]) for realm in REALMS for low in range(1, 6)]
"""All plaques that make a straight flush together."""


def chance_as_it_is(seen: ConcealedObservation, tableau: Sequence[str]) -> float:
    """Return how likely a tableau wins that stays as it is, because I declare or somebody has."""
    return chance_by(_network_of(seen), numbers_as_it_is(seen, tableau))


def chance_going_on(
    seen: ConcealedObservation, tableau: Sequence[str], centre: Sequence[str], unseen: Sequence[str]
) -> float:
    """Return how likely a tableau wins if I keep it now and go on, with what the centre holds then."""
    return chance_by(_network_of(seen), numbers_going_on(seen, tableau, centre, unseen))


def chance_by(network: Network, numbers: Sequence[float]) -> float:
    """Return what a network makes of the numbers of a tableau."""
    total = network.start
    for unit in network.units:
        reached = unit.start + sum(map(mul, unit.weights, numbers))
        if reached > 0.0:
            total += unit.sign * reached
    return 1 / (1 + exp(-total))


def numbers_as_it_is(seen: ConcealedObservation, tableau: Sequence[str]) -> list[float]:
    """Describe a tableau that stays as it is, because I declare or somebody has."""
    turns, known, to_act = seen.turns[seen.turn] + 1, 0, len(seen.seated) - 1
    if seen.declarer is not None:
        turns, known = seen.turns[seen.declarer], len(seen.known[seen.declarer])
        to_act = round_from(seen.seated, left_of(seen.seated, seen.turn)).index(seen.declarer)
    end = [1.0, float(seen.declarer is None), to_act / 3, turns / MOST_TURNS]
    return [*_made(tableau), *[0.0] * GOING_ON, *_round(seen, seen.centre, known), *end]


def numbers_going_on(
    seen: ConcealedObservation, tableau: Sequence[str], centre: Sequence[str], unseen: Sequence[str]
) -> list[float]:
    """Describe a tableau that I keep now and go on with, with what the centre holds then."""
    drawn = [count / max(1, len(unseen)) for count in _reached(tableau, unseen, LEAST_DRAWN)]
    taken = [min(count, 2) / 2 for count in _reached(tableau, centre, LEAST_TAKEN)]
    made = [*_made(tableau), *drawn, *taken, *_growth(tableau, unseen)]
    return [*made, *_round(seen, centre, 0), 0.0, 0.0, 0.0, 0.0]


def _network_of(seen: ConcealedObservation) -> Network:
    """Return the network for as many players as are left."""
    return NETWORKS[min(max(NETWORKS), len(seen.seated))]


def _made(tableau: Sequence[str]) -> list[float]:
    category, ranks = divmod(strength(tableau), STEP)
    return [
        *[float(category == one) for one in range(CATEGORIES)],
        ranks / STEP,
        ranks / STEP if category >= RANKS_COUNT else 0.0,
    ]


def _reached(tableau: Sequence[str], plaques: Iterable[str], least: int) -> list[int]:
    """Count the plaques with which a tableau reaches each category or a better one, from `least` on."""
    counts = [0] * CATEGORIES
    for goodness in strengths_with(tableau, plaques):
        counts[goodness // STEP] += 1
    return [sum(counts[category:]) for category in range(least, CATEGORIES)]


def _growth(tableau: Sequence[str], unseen: Sequence[str]) -> list[float]:
    """Return how far the longest realm and rank are, and how many unseen plaques would add to them."""
    realms, hidden_realms = _realms(tableau), _realms(unseen)
    ranks, hidden_ranks = _ranks(tableau), _ranks(unseen)
    dragons = len(tableau) - sum(ranks.values())
    second, longest = sorted(realms[realm] for realm in REALMS)[-2:]
    rank = max(ranks, key=lambda rank: (ranks[rank], rank))
    return [
        (longest + dragons) / TABLEAU_SIZE,
        max(hidden_realms[realm] for realm in REALMS if realms[realm] == longest) / 9,
        (ranks[rank] + dragons) / 5,
        hidden_ranks[rank] / 5,
        sum(count > 1 for count in ranks.values()) / 3,
        dragons / 2,
        second / 3,
        (max([len(five.intersection(tableau)) for five in ROWS]) + dragons) / 5,
    ]


def _realms(plaques: Iterable[str]) -> Counter[str]:
    return Counter([plaque[0] for plaque in plaques if RANK.get(plaque)])


def _ranks(plaques: Iterable[str]) -> Counter[int]:
    return Counter([RANK[plaque] for plaque in plaques if plaque not in DRAGONS])


def _round(seen: ConcealedObservation, centre: Sequence[str], known_of_declarer: int) -> list[float]:
    """Describe how far the round is, what was seen of rivals, and what lies in the centre."""
    turns = seen.turns[seen.turn] + 1
    known = max(len(seen.known[seat]) for seat in seen.seated if seat != seen.turn)
    return [
        turns / MOST_TURNS,
        float(turns == 1),
        known / 4,
        known_of_declarer / 4,
        max(_ranks(centre).values(), default=0) / 4,
        max(_realms(centre).values(), default=0) / 5,
        float(any(plaque in DRAGONS for plaque in centre)),
        len(centre) / 10,
        seen.pile_size / 40,
        round_from(seen.seated, left_of(seen.seated, seen.dealer)).index(seen.turn) / 3,
    ]
