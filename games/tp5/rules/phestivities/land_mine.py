"""Land Mine: after the roll players may give up a claim and name a tile that nobody may use."""

from games.tp5.rules.phestivities.base import Phestivity
from games.tp5.rules.state import Tp5State, row_of


class LandMine(Phestivity):
    """Claims on a named tile are void, unless it is in the row of the player who named it."""

    lays_mines = True


def blown_up(state: Tp5State, player: int, tile: str) -> tuple[int, ...]:
    """Return the places where a player's mine voids copies of a tile; hogged tiles are not in their row."""
    safe = [place for place in row_of(player) if place not in state.hogged]
    return tuple(place for place, there in enumerate(state.tiles) if there == tile and place not in safe)
