"""The reveal: each player turns up a tile, then every row is shuffled (T2)."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine import Chance, Player, shuffled
from games.tp5.rules.actions import TurnUp
from games.tp5.rules.events import RowsLaidOut, TileTurnedUp
from games.tp5.rules.flow import Play
from games.tp5.rules.phases.base import Part
from games.tp5.rules.state import ROW, Tp5State, clockwise, row_of

_TURNS = tuple(TurnUp(slot) for slot in range(ROW))


class RevealPart(Part[TurnUp]):
    """Players reveal clockwise from the dealer, or together if the host chose that."""

    answers = TurnUp

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask the players who have not shown a tile yet; when all have, shuffle the rows."""
        waiting = [seat for seat in clockwise(state.dealer, state.players) if state.shown[seat] is None]
        if not waiting:
            return _lay_out(state, chance)
        return Play(replace(state, asked=tuple(sorted(waiting)) if state.reveal == "together" else (waiting[0],)))

    def legal(self, state: Tp5State, player: Player) -> Sequence[TurnUp]:
        """Return the four tiles."""
        return _TURNS

    def resolve(self, state: Tp5State, joint: Mapping[Player, TurnUp], chance: Chance) -> Play:
        """Show the tiles to all players."""
        shown, shown_at = list(state.shown), list(state.shown_at)
        events = []
        for player in clockwise(state.dealer, state.players):
            if player in joint:
                slot = joint[player].slot
                tile = state.tiles[ROW * player + slot]
                shown[player], shown_at[player] = tile, slot
                events.append(TileTurnedUp(player, tile))
        after = replace(state, shown=tuple(shown), shown_at=tuple(shown_at), asked=())
        return Play(after, tuple(events))


def _lay_out(state: Tp5State, chance: Chance) -> Play:
    """Shuffle each row; only its owner knows the new order."""
    orders = [shuffled(chance, range(ROW)) for _ in range(state.players)]
    rows = tuple(tuple(state.tiles[ROW * seat + slot] for slot in order) for seat, order in enumerate(orders))
    shown_at = tuple(
        None if slot is None else order.index(slot) for order, slot in zip(orders, state.shown_at, strict=True)
    )
    received_at = tuple(order.index(slot) for order, slot in zip(orders, state.received_at, strict=False))
    tiles = tuple(tile for row in rows for tile in row) + state.tiles[row_of(state.players).start :]
    laid = replace(state, tiles=tiles, shown_at=shown_at, received_at=received_at, phase="statement")
    return Play(laid, (RowsLaidOut(rows, shown_at),))
