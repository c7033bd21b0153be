"""What a viewer may know of a match: everything but the order of the bag (H9)."""

from engine import Chance, Observation, Player, shuffled
from games.hexes.rules.board import Board, Cell, Meeting, all_meetings, specials_on
from games.hexes.rules.laying import cells_to_lay
from games.hexes.rules.options import HexOptions
from games.hexes.rules.scoring import score_run
from games.hexes.rules.state import HexState, Phase
from games.hexes.rules.tiles import HEXES
from games.hexes.rules.turn import final_places


class HexObservation(Observation, frozen=True):
    """A match of Hex Auction as one viewer sees it."""

    viewer: Player | None
    """The seat whose view this is; None for a spectator."""
    options: HexOptions
    turn: int
    phase: Phase
    board: Board
    """The hexes in the order they were laid; the last `run` of them are the current run."""
    meetings: tuple[Meeting, ...]
    """Every pair of matching edges on the board, once each."""
    open_cells: tuple[Cell, ...]
    """The cells where the next hex may lie: beside the last one during a run, else all around the board."""
    specials: int
    """The number of specials on the board."""
    hexes_in_bag: int
    """How many hexes are not drawn yet."""
    drawn: tuple[str, ...]
    """The hexes drawn this turn and not taken yet."""
    hands: tuple[tuple[str, ...], ...]
    """The hexes of each seat, which everyone sees."""
    tokens: tuple[int, ...]
    """The tokens of each seat; a bid counts as held until it goes to the pot."""
    pot: int
    points: tuple[int, ...]
    """The points of each seat."""
    tie_breaker: Player
    bids: tuple[int, ...]
    """The bids of this turn; () until revealed."""
    order: tuple[Player, ...]
    """The order of play of this turn; () until the bids are revealed."""
    to_move: tuple[Player, ...]
    """The players who have yet to take or lay, next one first."""
    run: int
    """The number of hexes laid in the current run."""
    run_points: int
    """The points of the current run so far."""
    places: tuple[int, ...] | None
    """The place of each seat, at the end."""

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def run_laid(self) -> Board:
        """The hexes of the current run."""
        return self.board[len(self.board) - self.run :]

    @property
    def left_in_bag(self) -> tuple[str, ...]:
        """The hexes in the bag, in palette order: all that are nowhere else."""
        seen = {laid.hex for laid in self.board}.union(self.drawn, *self.hands)
        return tuple([tile for tile in HEXES if tile not in seen])


def observe(state: HexState, viewer: Player | None) -> HexObservation:
    """Return a viewer's observation of a state."""
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
    """Draw a state consistent with the observation: the bag in random order."""
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
