"""What opened in a round of Concealed Draw, as pieces."""

from collections.abc import Sequence

from engine.language import say
from engine.scenes import Opened, Scene, Scenes, Transfer, without_empty, words
from games.plaques.rules.concealed.events import (
    ConcealedEvent,
    Declared,
    Discarded,
    Drew,
    LifeLost,
    StoodPat,
    TableauxShown,
    Took,
)
from games.plaques.rules.showing import hands_shown


class ConcealedScenes(Scenes):
    """The scenes of Concealed Draw: turns, showdowns, lives lost."""

    def of(
        self, events: Sequence[ConcealedEvent], answered: Sequence[int], marks: Sequence[object]
    ) -> tuple[Scene, ...]:
        """Return the scenes of one step. A plaque that was drawn is known to its owner alone (P17)."""
        turns, showdown, lives = (
            Scene(say("Turns", context="scene")),
            Scene(say("Showdown", context="scene")),
            Scene(say("A life lost", context="scene")),
        )
        for event in events:
            match event:
                case Drew(player=player, plaque=plaque):
                    turns = _with(turns, player, f"k{plaque or ''}")
                case Took(player=player, plaque=plaque) | Discarded(player=player, plaque=plaque):
                    turns = _with(turns, player, f"k{plaque}")
                case Declared(player=player):
                    turns = _with(turns, player, words(say("declare", context="scene")))
                case StoodPat(player=player):
                    turns = _with(turns, player, words(say("keep", context="scene")))
                case TableauxShown(tableaux=tableaux, winner=winner, tied=tied):
                    showdown = showdown._replace(opened=hands_shown(tableaux), best=(winner, *tied))
                case LifeLost(winner=winner, player=player):
                    lost = Transfer(words(say("−1 life", context="scene")), None, player)
                    lives = lives._replace(opened=(Opened(winner),), best=(winner,), transfers=(lost,))
        return without_empty(turns, showdown, lives)


def _with(turns: Scene, player: int, piece: str) -> Scene:
    """Add a piece to a turn; a step has one turn, unless the last seat of a round plays by itself."""
    if turns.opened and turns.opened[-1].player == player:
        last = turns.opened[-1]
        return turns._replace(opened=(*turns.opened[:-1], Opened(player, (*last.pieces, piece))))
    return turns._replace(opened=(*turns.opened, Opened(player, (piece,))))
