"""Draw a state uniformly from those that a viewer cannot distinguish from the real one."""

from collections import Counter

from engine import Chance, Player
from engine.piecepack import TILES
from games.tp5.rules.solve import Puzzle, Row, solve
from games.tp5.rules.state import ROW, Tp5State, right_of
from games.tp5.rules.statements import is_true_of
from games.tp5.rules.values import VALUE_OF
from games.tp5.rules.view import Tp5Observation


def imagine(seen: Tp5Observation, player: Player, chance: Chance) -> Tp5State:
    """Draw a state uniformly from those that `player`, who sees `seen`, cannot exclude."""
    if not seen.tiles or seen.phase == "over":
        nowhere = (None,) * seen.players if seen.tiles else ()
        return _state(seen, tuple(tile for tile in seen.tiles if tile is not None), nowhere, ())
    puzzle = puzzle_of(seen)
    answer = solve(puzzle, chance)
    at = {row.first // ROW: way for row, way in zip(puzzle.rows, answer.ways, strict=True)}
    seats = range(seen.players)
    shown_at = tuple(seen.my_shown_at if seat == player else at[seat].shown_at for seat in seats)
    received_at = [seen.my_received_at if seat == player else at[seat].received_at for seat in seats]
    if seen.my_received_at is None:
        return _state(seen, answer.tiles, shown_at, ())
    slots = tuple(chance.below(ROW) if slot is None else slot for slot in received_at)
    return _state(seen, answer.tiles, shown_at, slots)


def puzzle_of(seen: Tp5Observation) -> Puzzle:
    """Return what a viewer knows about face-down tiles."""
    packs = len(seen.tiles) // len(TILES)
    pool = Counter(TILES * packs) - Counter(tile for tile in seen.tiles if tile is not None)
    may_be = {
        place: frozenset(tile for tile in TILES if _may_lie(seen, place, tile))
        for place, tile in enumerate(seen.tiles)
        if tile is None and _is_constrained(seen, place)
    }
    return Puzzle(
        seen.tiles, pool, may_be, tuple(_row(seen, seat) for seat in range(seen.players) if seat != seen.viewer)
    )


def _row(seen: Tp5Observation, seat: int) -> Row:
    statement = seen.statements[seat]
    receiver = right_of(seen.seat, seen.players)
    return Row(
        first=ROW * seat,
        shown=seen.shown[seat],
        spoken_of=statement.slot if statement else None,
        passed=seen.passed if seat == receiver else None,
    )


def _is_constrained(seen: Tp5Observation, place: int) -> bool:
    seat, slot = divmod(place, ROW)
    statement = seen.statements[seat] if seat < seen.players else None
    return bool(seen.ruled_out[place]) or (statement is not None and statement.slot == slot)


def _may_lie(seen: Tp5Observation, place: int, tile: str) -> bool:
    seat, slot = divmod(place, ROW)
    statement = seen.statements[seat]
    fits = statement is None or statement.slot != slot or is_true_of(tile, statement)
    return fits and VALUE_OF[tile] not in seen.ruled_out[place]


def _state(
    seen: Tp5Observation,
    tiles: tuple[str, ...],
    shown_at: tuple[int | None, ...],
    received_at: tuple[int, ...],
) -> Tp5State:
    return Tp5State(
        players=seen.players,
        rounds=seen.rounds,
        offered=seen.offered,
        chosen_by=seen.chosen_by,
        reveal=seen.reveal,
        round=seen.round,
        phase=seen.phase,
        dealer=seen.dealer,
        points=seen.points,
        beaten=seen.beaten,
        asked=seen.asked,
        in_play=seen.in_play,
        turn=seen.turn,
        tiles=tiles,
        up=seen.up,
        claims=seen.claims,
        hogged=seen.hogged,
        held=seen.held,
        received_at=received_at,
        shown=seen.shown,
        shown_at=shown_at,
        statements=seen.statements,
        ruled_out=seen.ruled_out,
        evictor=seen.evictor,
        to_evict=seen.to_evict,
        die=seen.die,
        void=seen.void,
        or_statements=seen.or_statements,
    )
