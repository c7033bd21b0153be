"""Laying runs, in reverse order of play.

A player who comes to lay has just taken a hex, and the board always has a free cell around it,
so every seat is asked at the start of its run.
"""

from msgspec.structs import replace

from engine import Event, IllegalAction, Player, Step
from engine.language import say
from games.hexes.rules.actions import Place
from games.hexes.rules.board import Cell, Laid, ground, neighbours, open_beside, open_cells
from games.hexes.rules.events import HexPlaced, NothingLaid, RunScored
from games.hexes.rules.scoring import score_run
from games.hexes.rules.state import HexState, with_seat
from games.hexes.rules.tiles import EDGES, ROTATIONS, smallest_rotation
from games.hexes.rules.turn import end_turn
from games.hexes.rules.ways import Ways


def cells_to_lay(state: HexState) -> tuple[Cell, ...]:
    """Return the cells where the next hex of the run may lie: beside the last one, or anywhere at the start."""
    last = state.last_laid
    return open_cells(state.board) if last is None else open_beside(state.board, last)  # H3


def may_finish(state: HexState, player: Player) -> bool:
    """True if the hand is small enough to finish the run; always without a limit."""
    limit = state.options.hand_limit
    return limit is None or len(state.hands[player]) <= limit


def ways_to_lay(state: HexState, player: Player) -> Ways:
    """Return *finish* if allowed, then every hex of the hand on every open cell in every rotation."""
    return Ways(may_finish(state, player), state.hands[player], cells_to_lay(state))


def place(state: HexState, player: Player, action: Place) -> Step[HexState]:
    """Lay one hex; the run ends if no other can follow."""
    laid = Laid(action.hex, action.q, action.r, action.rotation)
    after = replace(
        state,
        board=(*state.board, laid),
        hands=with_seat(state.hands, player, _without(state.hands[player], action.hex)),
        run=state.run + 1,
    )
    event = HexPlaced(player, action.hex, action.q, action.r, action.rotation)
    if after.hands[player] and open_beside(after.board, laid):
        return Step(after, (event,))
    return finish(after, player, (event,))  # H5, H14


def _without(hand: tuple[str, ...], tile: str) -> tuple[str, ...]:
    return tuple([other for other in hand if other != tile])


def finish(state: HexState, player: Player, before: tuple[Event, ...] = ()) -> Step[HexState]:
    """Score the run and go on to the next player; after the last one, end the turn."""
    event, gained = _score(state, player)
    after = replace(
        state,
        points=with_seat(state.points, player, state.points[player] + gained),  # H12
        to_move=state.to_move[1:],
        run=0,
    )
    if after.to_move:
        return Step(after, (*before, event))
    ended = end_turn(after)
    return Step(ended.state, (*before, event, *ended.events))


def _score(state: HexState, player: Player) -> tuple[RunScored | NothingLaid, int]:
    if not state.run:
        return NothingLaid(player), 0
    score = score_run(state.board, state.run)
    return RunScored(player, state.run, score.points, score.within, score.against), score.points


def check_place(state: HexState, player: Player, action: Place) -> None:
    """Raise `IllegalAction` with the reason if the placement is not allowed."""
    if action.hex not in state.hands[player]:
        raise IllegalAction("not_in_hand", say("This hex is not in your hand. Lay one that is."))
    if action.rotation not in EDGES:
        raise IllegalAction("no_such_turning", say("A hex is turned by 0 to 5 steps. Choose one of these."))
    if action.rotation not in ROTATIONS[action.hex]:
        smallest = smallest_rotation(action.hex, action.rotation)
        raise IllegalAction(
            "looks_alike", say("Turned so, the hex looks as by {steps} steps. Choose {steps}.", steps=smallest)
        )
    _check_cell(state, (action.q, action.r))


def _check_cell(state: HexState, cell: Cell) -> None:
    taken = ground(state.board).taken
    last = state.last_laid
    if cell in taken:
        raise IllegalAction("cell_taken", say("A hex lies on this cell already. Choose a free one."))
    if last is None and taken.keys().isdisjoint(neighbours(cell)):
        raise IllegalAction(
            "not_touching", say("The first hex of a run must touch the board. Choose a cell beside it.")
        )
    if last is not None and cell not in neighbours(last.cell):
        raise IllegalAction(
            "not_beside_last", say("The next hex must touch the one just laid. Choose a cell beside it.")
        )


def check_finish(state: HexState, player: Player) -> None:
    """Raise `IllegalAction` if the hand holds more hexes than the house rule allows."""
    if not may_finish(state, player):
        limit, held = state.options.hand_limit or 0, len(state.hands[player])
        raise IllegalAction(
            "hand_limit",
            say(
                "You hold {held} hexes and may keep {limit}. Lay {more} more, then finish.",
                held=held,
                limit=limit,
                more=held - limit,
            ),
        )
