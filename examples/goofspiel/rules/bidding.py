"""A round: a prize is turned, bids are compared, and the next prize is turned."""

from msgspec.structs import replace

from engine import Chance, Event, Player, choice

from .events import BidsCompared, BidsRevealed, BidsTied, MatchEnded, PrizeTurned, PrizeWon
from .state import GoofspielState

Cards = tuple[int, ...]


def without(cards: Cards, card: int) -> Cards:
    """The cards but one."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def turn_prize(state: GoofspielState, chance: Chance, log: list[Event]) -> GoofspielState:
    """Turn the next prize up. Last cards that everybody can count are played without asking."""
    # G2
    prize = choice(chance, state.left) if len(state.left) > 1 else state.left[0]
    log.append(PrizeTurned(len(state.bids) + 1, prize))
    turned = replace(state, prize=prize, left=without(state.left, prize))
    if turned.left or state.options.hidden_bids:  # G3
        return turned
    return settle(turned, tuple([hand[0] for hand in state.hands]), chance, log)


def settle(state: GoofspielState, bids: Cards, chance: Chance, log: list[Event]) -> GoofspielState:
    """Compare the bids of a round, then turn the next prize or end the match."""
    log.append(BidsCompared(bids) if state.options.hidden_bids else BidsRevealed(bids))
    best = max(bids)
    if bids.count(best) == 1:
        played = _win(state, bids, bids.index(best), log)
    else:
        played = _tie(state, bids, tuple([seat for seat, bid in enumerate(bids) if bid == best]), log)
    if played.left:
        return turn_prize(played, chance, log)
    log.append(MatchEnded(played.scores))
    return replace(played, prize=0)


def _win(state: GoofspielState, bids: Cards, winner: Player, log: list[Event]) -> GoofspielState:
    """Give the prize, and what ties have left, to the highest bid."""
    points = state.prize + state.carried
    log.append(PrizeWon(len(state.bids) + 1, winner, points))
    scores = list(state.scores)
    scores[winner] += points
    return _played(state, bids, (winner,), tuple(scores), 0)


def _tie(state: GoofspielState, bids: Cards, tied: tuple[Player, ...], log: list[Event]) -> GoofspielState:
    """Put the prize away, or carry it over as long as another comes (G1)."""
    points = state.prize + state.carried
    carries = state.options.ties == "carry" and bool(state.left)
    log.append(BidsTied(len(state.bids) + 1, tied, points, carries))
    return _played(state, bids, tied, state.scores, points if carries else 0)


def _played(
    state: GoofspielState, bids: Cards, highest: tuple[Player, ...], scores: Cards, carried: int
) -> GoofspielState:
    """The state after a round: the cards bid are gone."""
    return replace(
        state,
        carried=carried,
        scores=scores,
        hands=tuple(map(without, state.hands, bids)),
        prizes=(*state.prizes, state.prize),
        bids=(*state.bids, bids),
        highest=(*state.highest, highest),
    )
