"""What opened in a round of Manipulation, as pieces."""

from collections.abc import Sequence

from engine.language import say
from engine.piecepack import RANKS
from engine.scenes import Opened, Scene, Scenes, Transfer, without_empty, words
from games.manipulation.rules.events import (
    CoinsDrawn,
    CoinsRevealed,
    DiceRolled,
    Drew,
    Forced,
    Kept,
    ManipulationEvent,
    Passed,
    Pulled,
    Pushed,
    Replaced,
    TookBack,
    Tried,
    Won,
)


class ManipulationScenes(Scenes):
    """The scenes of Manipulation: turns, the coins of an auction, and what its winner decided."""

    def of(
        self, events: Sequence[ManipulationEvent], answered: Sequence[int], marks: Sequence[object]
    ) -> tuple[Scene, ...]:
        """Return the scenes of one step. A tile that was drawn is known to its owner alone."""
        turn, auction = Scene(say("Turns", context="scene")), Scene(say("Coins", context="scene"))
        for event in events:
            match event:
                case CoinsRevealed() | CoinsDrawn() | DiceRolled() | Won():
                    auction = _with_bids(auction, event)
                case Drew(player=player, tile=tile):
                    turn = turn._replace(transfers=(*turn.transfers, Transfer(f"t{tile or ''}", player)))
                case _:
                    turn = _with_turn(turn, event)
        return without_empty(auction, turn)


def _with_turn(turn: Scene, event: ManipulationEvent) -> Scene:
    """Add what a player did in their turn, or with a tile that they won."""
    match event:
        case Pushed(player=player, tile=tile, replaced=old) | Replaced(player=player, tile=tile, replaced=old):
            out = Transfer(f"t{old}", None)
            return turn._replace(opened=(Opened(player, (f"t{tile}",)),), transfers=(*turn.transfers, out))
        case Pulled(player=player, tile=tile) | Tried(player=player, tile=tile) | Passed(player=player, tile=tile):
            return turn._replace(opened=(Opened(player, (f"t{tile}",)),))
        case Forced(player=player, opponent=opponent, tile=tile):
            lost = Transfer(f"t{tile}", None, opponent)
            return turn._replace(opened=(Opened(player, (words(say("force", context="scene")),)),), transfers=(lost,))
        case TookBack(player=player, coin=coin):
            return turn._replace(transfers=(*turn.transfers, Transfer(f"c{RANKS[coin]}", player)))
        case Kept(player=player):
            return turn._replace(opened=(Opened(player, (words(say("keep", context="scene")),)),))
        case _:
            return turn


def _with_bids(auction: Scene, event: CoinsRevealed | CoinsDrawn | DiceRolled | Won) -> Scene:
    """Add the coins of a round, the luck that broke a tie, or who won."""
    match event:
        case CoinsRevealed(coins=coins):
            bids = {seat: coin for seat, coin in enumerate(coins) if coin is not None}
            order = sorted(bids, key=lambda seat: -bids[seat])
            return auction._replace(opened=tuple(Opened(seat, (f"c{RANKS[bids[seat]]}",)) for seat in order))
        case CoinsDrawn(coins=coins):
            return _with_luck(auction, {seat: f"c{RANKS[coin]}" for seat, coin in enumerate(coins) if coin is not None})
        case DiceRolled(dice=dice):
            return _with_luck(auction, {seat: words(str(die)) for seat, die in enumerate(dice) if die is not None})
        case Won(player=player):
            return auction._replace(best=(player,))


def _with_luck(auction: Scene, luck: dict[int, str]) -> Scene:
    """Put what chance gave to each seat beside what it opened."""
    return auction._replace(
        opened=tuple(
            one._replace(pieces=(*one.pieces, luck[one.player])) if one.player in luck else one
            for one in auction.opened
        )
    )
