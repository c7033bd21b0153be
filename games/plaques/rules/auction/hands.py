"""A hand from the antes to the pot, and the end of the match."""

from msgspec.structs import replace

from engine import Chance, Player, Step, shuffled
from games.plaques.rules.auction.events import Dealt, MatchEnded, PotWon, TableauxShown, WentOut
from games.plaques.rules.auction.options import AuctionOptions
from games.plaques.rules.auction.rounds import turned_up
from games.plaques.rules.auction.state import AuctionState, Showdown
from games.plaques.rules.pieces import PLAQUES, Tableau
from games.plaques.rules.ranking import best_of
from games.plaques.rules.seats import dealt, left_of, round_from

HIDDEN = 3
ROUNDS = 4


def set_up(players: int, options: AuctionOptions, chance: Chance) -> Step[AuctionState]:
    """Choose the first dealer at random and begin the first hand."""  # P3
    nothing: tuple[Tableau, ...] = ((),) * players
    state = AuctionState(
        options=options,
        seated=tuple(range(players)),
        hands=options.hands or players,
        hand=0,
        dealer=chance.below(players),
        stocks=(options.tokens,) * players,
        pot=0,
        hidden=nothing,
        taken=nothing,
        pile=(),
        round=0,
        first=0,
        centre=(),
        bids=(0,) * players,
        bidding=(),
        picking=(),
    )
    return _begun(state, chance)


def _begun(state: AuctionState, chance: Chance) -> Step[AuctionState]:
    """Take the antes, deal three plaques to each player and turn up the first round."""  # P3, P4
    ante, size = state.options.ante, len(state.stocks)
    first = left_of(state.seated, state.dealer)
    order = round_from(state.seated, first)
    deck = shuffled(chance, PLAQUES)
    ready = replace(
        state,
        hand=state.hand + 1,
        stocks=tuple(stock - ante * (seat in state.seated) for seat, stock in enumerate(state.stocks)),
        pot=ante * len(order),
        hidden=dealt(deck, size, order, HIDDEN),
        taken=((),) * size,
        pile=deck[HIDDEN * len(order) :],
        round=0,
    )
    step = turned_up(ready, first)
    began = Dealt(ready.hand, ready.dealer, ante, ready.pot, ready.seated, ready.hidden)
    return Step(step.state, (began, *step.events))


def show_down(state: AuctionState, chance: Chance) -> Step[AuctionState]:
    """Reveal all tableaux, pay the pot, and begin the next hand or end the match."""  # P8
    tableaux = tuple(hidden + taken for hidden, taken in zip(state.hidden, state.taken, strict=True))
    winners = best_of(tableaux, round_from(state.seated, left_of(state.seated, state.dealer)))
    shares = shares_of(state.pot, winners, len(tableaux))
    paid = replace(
        state,
        stocks=tuple(map(sum, zip(state.stocks, shares, strict=True))),
        pot=0,
        hidden=((),) * len(tableaux),
        taken=((),) * len(tableaux),
        pile=(),
        last=Showdown(state.hand, tableaux, shares),
    )
    won = PotWon(state.hand, state.pot, winners, tuple(shares[seat] for seat in winners))
    step = _next_hand(paid, chance)
    return Step(step.state, (TableauxShown(state.hand, tableaux), won, *step.events))


def shares_of(pot: int, winners: tuple[Player, ...], players: int) -> tuple[int, ...]:
    """Share a pot equally; the first winner gets the whole remainder."""  # P8, P9
    each, rest = divmod(pot, len(winners))
    return tuple(each * (seat in winners) + rest * (seat == winners[0]) for seat in range(players))


def _next_hand(state: AuctionState, chance: Chance) -> Step[AuctionState]:
    """Drop players who cannot pay the ante, pass the deal to the left and begin the next hand, if any."""  # P3, P19
    if state.hand == state.hands:
        return Step(state, (MatchEnded(state.stocks),))
    able = tuple(seat for seat in state.seated if state.stocks[seat] >= state.options.ante)
    out = tuple(WentOut(seat, state.stocks[seat]) for seat in state.seated if seat not in able)
    left = replace(state, seated=able)
    if len(able) == 1:
        return Step(left, (*out, MatchEnded(left.stocks)))
    step = _begun(replace(left, dealer=left_of(able, state.dealer)), chance)
    return Step(step.state, (*out, *step.events))
