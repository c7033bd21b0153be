"""How a turn begins and ends, and when the match ends."""

from msgspec.structs import replace

from engine import Event, Step
from games.hexes.rules.board import specials_on
from games.hexes.rules.events import HexesDrawn, MatchEnded, PotShared, TieBreakerPassed
from games.hexes.rules.state import HexState, seats_from


def begin_turn(state: HexState) -> Step[HexState]:
    """Draw a hex for every seat, or end the match if the bag holds too few (H7)."""
    seats = state.seats
    if len(state.bag) < seats:
        return Step(replace(state, phase="over"), (MatchEnded("bag"),))
    drawn, bag = state.bag[:seats], state.bag[seats:]
    begun = replace(state, phase="bid", turn=state.turn + 1, drawn=drawn, bag=bag)
    return Step(begun, (HexesDrawn(begun.turn, drawn),))


def end_turn(state: HexState) -> Step[HexState]:
    """Share the pot, pass the tie-breaker, then begin the next turn or end the match (H6)."""
    pot = state.pot + sum(state.bids)
    share, left = divmod(pot, state.seats)
    tokens = tuple([held - bid + share for held, bid in zip(state.tokens, state.bids, strict=True)])  # H10
    holder = (state.tie_breaker + 1) % state.seats
    after = replace(state, tokens=tokens, pot=left, tie_breaker=holder, bids=(), order=())
    events: tuple[Event, ...] = (PotShared(pot, share, left), TieBreakerPassed(holder))
    if specials_on(after.board) >= after.options.specials_to_end:  # H15
        return Step(replace(after, phase="over"), (*events, MatchEnded("specials")))
    begun = begin_turn(after)
    return Step(begun.state, events + begun.events)


def final_places(state: HexState) -> tuple[int, ...]:
    """Rank seats by points, tokens, then clockwise from the tie-breaker; places are never shared (H8, H16)."""
    ranked = sorted(
        seats_from(state.tie_breaker, state.seats),
        key=lambda player: (state.points[player], state.tokens[player]),
        reverse=True,
    )
    return tuple([1 + ranked.index(player) for player in range(state.seats)])
