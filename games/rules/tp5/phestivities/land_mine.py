"""Land Mine: after the roll each may give up a claim and name a tile that nobody may use."""

from games.rules.tp5.phestivities.base import Phestivity
from games.rules.tp5.state import Tp5State, row_of


class LandMine(Phestivity):
    """Claims to a named tile are void, unless it lies in the namer's own row."""

    lays_mines = True


def blown_up(state: Tp5State, player: int, tile: str) -> tuple[int, ...]:
    """The places of every copy of a tile that a player's mine voids; a hogged tile is not in its row."""
    safe = [place for place in row_of(player) if place not in state.hogged]
    return tuple(place for place, there in enumerate(state.tiles) if there == tile and place not in safe)
