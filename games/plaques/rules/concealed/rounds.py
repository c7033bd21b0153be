"""A round from the deal to the life lost, and the end of the match."""

from msgspec.structs import replace

from engine import Chance, Event, Player, Step, shuffled
from games.plaques.rules.concealed.events import Dealt, LifeLost, MatchEnded, WentOut
from games.plaques.rules.concealed.options import ConcealedOptions
from games.plaques.rules.concealed.state import ConcealedState
from games.plaques.rules.pieces import PLAQUES, TABLEAU_SIZE, Tableau
from games.plaques.rules.seats import dealt, left_of, round_from, with_item


def set_up(players: int, options: ConcealedOptions, chance: Chance) -> Step[ConcealedState]:
    """Choose the first dealer at random and deal the first round."""  # P10
    nothing: tuple[Tableau, ...] = ((),) * players
    state = ConcealedState(
        options=options,
        seated=tuple(range(players)),
        lives=(options.lives,) * players,
        round=0,
        dealer=chance.below(players),
        phase="draw",
        turn=0,
        turns=(0,) * players,
        tableaux=nothing,
        known=nothing,
        pile=(),
        centre=(),
    )
    return _begun(state, chance)


def _begun(state: ConcealedState, chance: Chance) -> Step[ConcealedState]:
    """Deal seven plaques to each remaining player; the rest is the pile."""  # P10
    first = left_of(state.seated, state.dealer)
    order = round_from(state.seated, first)
    deck = shuffled(chance, PLAQUES)
    players = len(state.lives)
    after = replace(
        state,
        round=state.round + 1,
        phase="draw",
        turn=first,
        turns=(0,) * players,
        tableaux=dealt(deck, players, order, TABLEAU_SIZE),
        pile=deck[TABLEAU_SIZE * len(order) :],
        declarer=None,
    )
    return Step(after, (Dealt(after.round, after.dealer, after.seated, after.tableaux),))


def nominate(state: ConcealedState, player: Player, chance: Chance) -> Step[ConcealedState]:
    """Take a life from the nominated player, then deal the next round unless one player is left."""  # P15, P16
    left = state.lives[player] - 1
    events: tuple[Event, ...] = (LifeLost(state.round, state.turn, player, left),)
    after = replace(state, lives=with_item(state.lives, player, left))
    if left == 0:
        events += (WentOut(player, len(state.seated)),)
        seated = tuple([seat for seat in state.seated if seat != player])
        after = replace(after, seated=seated, went_out=(*state.went_out, player))
    if len(after.seated) == 1:
        ended = replace(after, phase="over", declarer=None)
        return Step(ended, (*events, MatchEnded(after.turn, after.lives[after.turn])))
    step = _begun(replace(after, dealer=left_of(after.seated, after.dealer)), chance)
    return Step(step.state, events + step.events)
