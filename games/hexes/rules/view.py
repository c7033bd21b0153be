"""What a viewer may know of a match: all but the order of the bag (H9)."""

from games.rules.core import Chance, Observation, Player, shuffled
from games.rules.hexes.board import Board, Cell, Meeting, all_meetings, specials_on
from games.rules.hexes.laying import cells_to_lay
from games.rules.hexes.options import HexOptions
from games.rules.hexes.scoring import score_run
from games.rules.hexes.state import HexState, Phase
from games.rules.hexes.tiles import HEXES
from games.rules.hexes.turn import final_places


class HexObservation(Observation, frozen=True):
    """A match of Hex Auction as one viewer sees it."""

    viewer: Player | None
    """Whose view this is; None is a spectator."""
    options: HexOptions
    turn: int
    phase: Phase
    board: Board
    """Hexes in the order in which they were laid; the last `run` of them are of the run going on."""
    meetings: tuple[Meeting, ...]
    """Every pair of edges on the board that agree, once each."""
    open_cells: tuple[Cell, ...]
    """Where the next hex may be laid: beside the last one while a run goes on, else all around the board."""
    specials: int
    """How many specials lie on the board."""
    hexes_in_bag: int
    drawn: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    tokens: tuple[int, ...]
    """Tokens of each seat; what it has bid counts until it goes to the pot."""
    pot: int
    points: tuple[int, ...]
    tie_breaker: Player
    bids: tuple[int, ...]
    """Bids of this turn; () until they are revealed."""
    order: tuple[Player, ...]
    """Order of play of this turn; () until the bids are revealed."""
    to_move: tuple[Player, ...]
    """Who is still to take or to lay, the next one first."""
    run: int
    """How many hexes the player who is laying has laid this turn."""
    run_points: int
    """What the run going on is worth so far."""
    places: tuple[int, ...] | None

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.hands)

    @property
    def run_laid(self) -> Board:
        """The hexes of the run going on."""
        return self.board[len(self.board) - self.run :]

    @property
    def left_in_bag(self) -> tuple[str, ...]:
        """The hexes in the bag, in palette order: all that lie nowhere else."""
        seen = {laid.hex for laid in self.board}.union(self.drawn, *self.hands)
        return tuple([tile for tile in HEXES if tile not in seen])


def observe(state: HexState, viewer: Player | None) -> HexObservation:
    """Show a state to a viewer."""
    over = state.phase == "over"
    return HexObservation(
        viewer=viewer,
        options=state.options,
        turn=state.turn,
        phase=state.phase,
        board=state.board,
        meetings=all_meetings(state.board),
        open_cells=cells_to_lay(state),
        specials=specials_on(state.board),
        hexes_in_bag=len(state.bag),
        drawn=state.drawn,
        hands=state.hands,
        tokens=state.tokens,
        pot=state.pot,
        points=state.points,
        tie_breaker=state.tie_breaker,
        bids=state.bids,
        order=state.order,
        to_move=state.to_move,
        run=state.run,
        run_points=score_run(state.board, state.run).points,
        places=final_places(state) if over else None,
    )


def imagine(seen: HexObservation, chance: Chance) -> HexState:
    """Draw a state that looks like this: the bag in any order, each equally likely."""
    return HexState(
        options=seen.options,
        turn=seen.turn,
        phase=seen.phase,
        bag=shuffled(chance, seen.left_in_bag),
        board=seen.board,
        drawn=seen.drawn,
        hands=seen.hands,
        tokens=seen.tokens,
        pot=seen.pot,
        points=seen.points,
        tie_breaker=seen.tie_breaker,
        bids=seen.bids,
        order=seen.order,
        to_move=seen.to_move,
        run=seen.run,
    )
