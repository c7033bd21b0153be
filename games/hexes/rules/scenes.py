"""What opened in a round of Hex Auction, as pieces."""

from collections.abc import Sequence

from engine.language import say
from engine.scenes import Opened, Scene, Scenes, Transfer, coins, points, without_empty, words
from games.hexes.rules.events import BidsRevealed, HexEvent, HexPlaced, HexTaken, NothingLaid, RunScored


class HexScenes(Scenes):
    """The scenes of Hex Auction: bids, hexes taken, hexes laid."""

    def of(self, events: Sequence[HexEvent], answered: Sequence[int], marks: Sequence[object]) -> tuple[Scene, ...]:
        """Return the scenes of one step."""
        bids, taken, laid = (
            Scene(say("Bids", context="scene")),
            Scene(say("Hexes taken", context="scene")),
            Scene(say("Hexes laid", context="scene")),
        )
        for event in events:
            match event:
                case BidsRevealed(bids=numbers, order=order):
                    bids = bids._replace(opened=tuple(Opened(seat, (coins(numbers[seat]),)) for seat in order))
                    bids = bids._replace(best=order[:1])
                case HexTaken(player=player, hex=tile):
                    taken = taken._replace(
                        opened=(*taken.opened, Opened(player, (f"x{tile}",))),
                        transfers=(*taken.transfers, Transfer(f"x{tile}", player, player)),
                    )
                case HexPlaced(player=player, hex=tile):
                    laid = laid._replace(opened=(*laid.opened, Opened(player, (f"x{tile}",))))
                case NothingLaid(player=player):
                    laid = laid._replace(
                        opened=(*laid.opened, Opened(player, (words(say("nothing", context="scene")),)))
                    )
                case RunScored(player=player, points=won) if won:
                    laid = laid._replace(transfers=(*laid.transfers, Transfer(points(won), player)))
        return without_empty(bids, taken, laid)
