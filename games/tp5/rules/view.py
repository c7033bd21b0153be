"""What a viewer may know of a match of TP5: everything a careful player remembers of the round."""

from engine import Observation, Player
from games.tp5.rules.options import ChosenBy, Key, Reveal
from games.tp5.rules.state import ROW, Phase, Statement, Tp5State, right_of, row_of


class Tp5Observation(Observation, frozen=True):
    """A match as one seat or a spectator sees it."""

    viewer: Player | None
    players: int
    rounds: int
    offered: tuple[Key, ...]
    chosen_by: ChosenBy
    reveal: Reveal
    round: int
    phase: Phase
    dealer: Player
    points: tuple[int, ...]
    """The points of each seat."""
    beaten: tuple[int, ...]
    """The number of players beaten, over all contests so far (T9)."""
    asked: tuple[Player, ...]
    """The players with more than one answer, derived only from public fields."""
    in_play: tuple[Key, ...]
    """The phestivities of this round."""
    turn: Player
    """The next player, in phases played in turn."""
    tiles: tuple[str | None, ...]
    """By place; None if face down for the viewer."""
    up: tuple[int, ...]
    """The places of tiles that are turned up."""
    claims: tuple[tuple[Player, ...], ...]
    """The owners of the identifiers on each tile, by place."""
    hogged: tuple[int, ...]
    """The places whose tile lies behind its row."""
    held: tuple[tuple[Player, ...], ...]
    """The owners of the identifiers in each hand, by seat."""
    shown: tuple[str | None, ...]
    """The tile that each seat revealed."""
    my_shown_at: int | None
    """The slot, in the viewer's row, of the tile they revealed (T2)."""
    my_received_at: int | None
    """The slot, in the viewer's row, of the tile passed to them."""
    passed: str | None
    """The tile the viewer passed; it is in the row to their right."""
    statements: tuple[Statement | None, ...]
    ruled_out: tuple[tuple[int, ...], ...]
    """By place: values the tile cannot have, as it stayed face down when they were called."""
    evictor: Player
    to_evict: tuple[Player, ...]
    """The players who still have an identifier to remove from the evictor's row."""
    die: int
    """The roll; 0 before it."""
    void: tuple[int, ...]
    """The places of tiles that nobody may use (Land Mine)."""
    or_statements: bool = False
    """True if statements may join suits and values with “or” (T20)."""

    @property
    def seat(self) -> Player:
        """The viewer's seat. Raises `ValueError` for a spectator."""
        if self.viewer is None:
            raise ValueError("A spectator has no seat.")
        return self.viewer

    @property
    def centre(self) -> range:
        """The places of the centre."""
        return range(ROW * self.players, len(self.tiles))


def observe(state: Tp5State, viewer: Player | None) -> Tp5Observation:
    """Return the viewer's observation of a state; None is a spectator."""
    return Tp5Observation(
        viewer=viewer,
        players=state.players,
        rounds=state.rounds,
        offered=state.offered,
        chosen_by=state.chosen_by,
        reveal=state.reveal,
        round=state.round,
        phase=state.phase,
        dealer=state.dealer,
        points=state.points,
        beaten=state.beaten,
        asked=state.asked,
        in_play=state.in_play,
        turn=state.turn,
        tiles=_seen_tiles(state, viewer),
        up=state.up,
        claims=state.claims,
        hogged=state.hogged,
        held=state.held,
        shown=state.shown,
        my_shown_at=state.shown_at[viewer] if viewer is not None and state.shown_at else None,
        my_received_at=state.received_at[viewer] if viewer is not None and state.received_at else None,
        passed=_passed_by(state, viewer),
        statements=state.statements,
        ruled_out=state.ruled_out,
        evictor=state.evictor,
        to_evict=state.to_evict,
        die=state.die,
        void=state.void,
        or_statements=state.or_statements,
    )


def _seen_tiles(state: Tp5State, viewer: Player | None) -> tuple[str | None, ...]:
    """Return the tiles that are face up or in the viewer's own row (T2)."""
    mine = range(0) if viewer is None or not state.tiles else row_of(viewer)
    return tuple([tile if place in state.up or place in mine else None for place, tile in enumerate(state.tiles)])


def _passed_by(state: Tp5State, viewer: Player | None) -> str | None:
    if viewer is None or not state.received_at:
        return None
    receiver = right_of(viewer, state.players)
    return state.tiles[ROW * receiver + state.received_at[receiver]]
