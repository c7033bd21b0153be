"""The end of a turn and of the match."""

from operator import eq

from msgspec.structs import replace

from engine import Chance, Event, Player, Step, piecepack, places_by_score, shuffled
from games.manipulation.rules.events import Ended, Refilled, TurnEnded
from games.manipulation.rules.state import Code, ManipulationState


def agreement(goal: Code, code: Code) -> int:
    """Count the suits in which goal and code hold the same tile."""
    return sum(map(eq, goal, code))


def steps_apart(tile: str, other: str) -> int:
    """Count the pushes between two values around the ring."""
    apart = abs(piecepack.VALUE[tile] - piecepack.VALUE[other])
    return min(apart, len(piecepack.RANKS) - apart)


def could_win(code: Code, first_code: Code, suits_to_win: int) -> bool:
    """True if a code can match any goal: goals contain no tile of the first code."""
    return len(code) - agreement(code, first_code) >= suits_to_win


def end_turn(
    state: ManipulationState,
    events: tuple[Event, ...],
    chance: Chance,
    changed_by: Player | None = None,
    tile: str | None = None,
) -> Step[ManipulationState]:
    """Compare the goals, check the turn limit, pass the turn, then refill the pile (M7)."""
    ended = TurnEnded(state.turn, state.player, changed_by, tile)
    if changed_by is not None:
        winner = matching_player(state)
        if winner is not None:
            # The owner of the goal is first, all others second (M9).
            places = tuple([1 if player == winner else 2 for player in range(state.seats)])
            return _finish(state, (*events, ended), winner, places)
        state = _remember(state)
    if state.turn == state.options.turn_limit:
        return _finish(state, (*events, ended), None, _places_at_limit(state))
    return _next_turn(state, (*events, ended), chance)


def matching_player(state: ManipulationState) -> Player | None:
    """Return the owner of the goal that the code matches; there is at most one (M7)."""
    for player, goal in enumerate(state.goals):
        if agreement(goal, state.code) >= state.options.suits_to_win:
            return player
    return None


def _remember(state: ManipulationState) -> ManipulationState:
    """Add the code to those known to be no player's goal (M11)."""
    code = state.code
    if code in state.failed_codes or not could_win(code, state.first_code, state.options.suits_to_win):
        return state
    return replace(state, failed_codes=(*state.failed_codes, code))


def _next_turn(state: ManipulationState, events: tuple[Event, ...], chance: Chance) -> Step[ManipulationState]:
    """Pass the turn clockwise; if the pile is used up, shuffle the discards into a new one (M6)."""
    player = (state.player + 1) % len(state.stocks)
    if state.pile:
        return Step(replace(state, turn=state.turn + 1, player=player, auction=None), events)
    refilled = replace(
        state,
        turn=state.turn + 1,
        player=player,
        auction=None,
        pile=shuffled(chance, state.discards),
        discards=(),
        batches=_next_batch(state),
    )
    return Step(refilled, (*events, Refilled(len(state.discards))))


def _next_batch(state: ManipulationState) -> tuple[int, ...]:
    """Mark the discards as one batch, shuffled into the pile together (M11)."""
    batch = max(state.batches) + 1
    shuffled_in = set(state.discards)
    return tuple(
        [batch if tile in shuffled_in else old for tile, old in zip(piecepack.TILES, state.batches, strict=True)]
    )


def _finish(
    state: ManipulationState, events: tuple[Event, ...], winner: Player | None, places: tuple[int, ...]
) -> Step[ManipulationState]:
    """End the match and reveal the goals (M9, M10)."""
    return Step(replace(state, auction=None, final_places=places), (*events, Ended(winner, state.goals, places)))


def _places_at_limit(state: ManipulationState) -> tuple[int, ...]:
    """Place by suits in which the goal matches the code, then by the sum of coins in stock (M9)."""
    return places_by_score(
        [(agreement(goal, state.code), sum(stock)) for goal, stock in zip(state.goals, state.stocks, strict=True)]
    )
