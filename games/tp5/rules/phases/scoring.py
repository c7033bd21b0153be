"""Scoring: all tiles are turned up, hands are ranked, and the round is won (T7, T8)."""

from msgspec.structs import replace

from engine import Chance, Event, Player
from games.tp5.rules.events import AllTurnedUp, HandsDeclared, MatchEnded
from games.tp5.rules.flow import Play
from games.tp5.rules.hands import Hand, hand_with_die
from games.tp5.rules.phases.base import Silent
from games.tp5.rules.programme import programme
from games.tp5.rules.rounds import begin_round
from games.tp5.rules.state import (
    ROW,
    Tp5State,
    claims_of,
    clockwise,
    left_of,
    row_of,
    spot_of,
)


class ScoringPart(Silent):
    """No player is asked; the next round or the end follows."""

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Score the contests, then begin the next round with its dealer."""
        turned = Play(state, (_all_turned_up(state),))
        first = first_hands(state)
        scored = turned.then(_score, first, 1)
        second = second_hands(state)
        if second:
            scored = scored.then(_score, second, 2)
        if state.round == state.rounds:
            return scored.then(_end)
        return scored.then(begin_round, state.round + 1, next_dealer(state, best_of(first)))


def _all_turned_up(state: Tp5State) -> AllTurnedUp:
    rows = tuple(state.tiles[ROW * seat : ROW * seat + ROW] for seat in range(state.players))
    centre = state.tiles[ROW * state.players :]
    return AllTurnedUp(rows, centre, tuple(spot_of(state, place) for place in state.void))


def _usable(state: Tp5State, places: tuple[int, ...] | list[int]) -> tuple[int, ...]:
    """Return the places without those of void tiles (T16)."""
    return tuple([place for place in places if place not in state.void]) if state.void else tuple(places)


def _row_left(state: Tp5State, player: Player) -> tuple[int, ...]:
    """Return a row's usable tiles, without hogged ones (T18)."""
    return _usable(state, [place for place in row_of(player) if place not in state.hogged])


def first_hands(state: Tp5State) -> tuple[Hand, ...]:
    """Return each player's hand from the tiles they claimed."""
    making = programme(state.in_play).scoring
    return tuple(
        [
            making.hand(state.tiles, _usable(state, claims_of(state.claims, seat)), _row_left(state, seat), state.die)
            for seat in range(state.players)
        ]
    )


def second_hands(state: Tp5State) -> tuple[Hand, ...]:
    """Return each player's hand from their home row (Double Dip); () without a second contest."""
    if programme(state.in_play).second is None:
        return ()
    rows = [_row_left(state, seat) for seat in range(state.players)]
    return tuple(hand_with_die(tuple([state.tiles[place] for place in row]), state.die) for row in rows)


def best_of(hands: tuple[Hand, ...]) -> tuple[Player, ...]:
    """Return the players with the best hand; equal hands share the win (T8)."""
    best = max(hand.rank for hand in hands)
    return tuple(seat for seat, hand in enumerate(hands) if hand.rank == best)


def next_dealer(state: Tp5State, winners: tuple[Player, ...]) -> Player:
    """Return the winner nearest to the dealer's left, with the dealer last (T8)."""
    order = clockwise(left_of(state.dealer, state.players), state.players)
    return next(seat for seat in order if seat in winners)


def _score(state: Tp5State, hands: tuple[Hand, ...], contest: int) -> Play:
    """Add a point for each best hand, and for each player the number of hands beaten (T8, T9)."""
    winners = best_of(hands)
    ranks = [hand.rank for hand in hands]
    points = tuple(score + (seat in winners) for seat, score in enumerate(state.points))
    beaten = tuple(
        before + sum([other < rank for other in ranks]) for before, rank in zip(state.beaten, ranks, strict=True)
    )
    event: Event = HandsDeclared(state.round, contest, hands, winners)
    return Play(replace(state, points=points, beaten=beaten), (event,))


def _end(state: Tp5State) -> Play:
    """End the match with all tiles turned up; nothing is secret any more."""
    everything = tuple(range(len(state.tiles)))
    ended = replace(state, phase="over", up=everything, shown_at=(None,) * state.players, received_at=())
    return Play(ended, (MatchEnded(state.points, state.beaten),))
