"""Find out if a round showed anything that could be used if it were played again."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from engine.game import AnyGame, IllegalAction, Player, Step
from engine.quick_chance import RandomChance

WORLDS: Final = 32
"""How many positions are imagined for each seat.

What a seat learns is the more, the rarer it was before, and what was rare does not fit most imagined positions. So what
is overlooked can only have ruled out a few positions: one in eleven at most, 95 times of 100 (0.91 ** 32 = 0.05).
"""
GUESSES: Final = 4
"""How many positions of the seat that asks are looked into."""


class Shown(StrEnum):
    """What a round showed that its players could use."""

    NOTHING = ""
    CHANCE = "chance"
    """Dice or pieces were drawn: playing it again would be another draw."""
    ANSWERS = "answers"
    """Several seats chose without seeing each other's choice."""
    PIECES = "pieces"
    """Someone learnt of pieces that were hidden from them."""


class _Drawn(Exception):
    """The rules asked for chance."""


class _NoChance:
    def below(self, bound: int) -> int:
        raise _Drawn


def hindsight(game: AnyGame, players: int, before: Any, joint: Mapping[Player, Any]) -> Shown:
    """Return what these answers showed, from the position before them.

    Nothing hidden was shown if one seat alone had a choice, no chance was drawn, and each seat could have said from
    what it knew before, and from the answers, all that it saw afterwards: in any position that it could not tell apart
    from the true one, the same answers are allowed and lead to the same sight.
    """
    try:
        told = game.apply(before, joint, _NoChance())
    except _Drawn:
        return Shown.CHANCE
    if sum(len(game.legal_actions(before, player)) > 1 for player in joint) > 1:
        return Shown.ANSWERS
    if game.rules_out(before, told.state):
        return Shown.PIECES
    if all(_foresees(game, viewer, before, joint, told) for viewer in range(players)):
        return Shown.NOTHING
    return Shown.PIECES


def hindsight_of(game: AnyGame, players: int, asker: Player, before: Any, joint: Mapping[Player, Any]) -> Shown:
    """Return what a round showed, as far as one seat can know: the reply gives away nothing hidden.

    A round showed nothing if it showed nothing in any position that this seat could not tell from the true one.
    """
    seen = game.observation(before, asker)
    for number in range(GUESSES):
        world = game.imagine(seen, asker, RandomChance(-1 - number))
        shown = hindsight(game, players, world, joint) if _is_legal(game, world, joint) else Shown.PIECES
        if shown:
            return shown
    return hindsight(game, players, before, joint)


def _is_legal(game: AnyGame, world: Any, joint: Mapping[Player, Any]) -> bool:
    try:
        for player, action in joint.items():
            game.check(world, player, action)
        game.check_joint(world, joint)
    except IllegalAction:
        return False
    return True


def _foresees(game: AnyGame, viewer: Player, before: Any, joint: Mapping[Player, Any], told: Step[Any]) -> bool:
    seen = game.observation(before, viewer)
    worlds = (game.imagine(seen, viewer, RandomChance(number)) for number in range(WORLDS))
    return all(_same(game, viewer, world, joint, told) for world in worlds)


def _same(game: AnyGame, viewer: Player, world: Any, joint: Mapping[Player, Any], told: Step[Any]) -> bool:
    """True if a seat sees the same after these answers in an imagined position."""
    if not _is_legal(game, world, joint):
        return False
    try:
        there = game.apply(world, joint, _NoChance())
    except _Drawn:
        return False
    return game.observation(there.state, viewer) == game.observation(told.state, viewer) and _heard(
        there, viewer
    ) == _heard(told, viewer)


def _heard(step: Step[Any], viewer: Player) -> list[Any]:
    return [event.seen_by(viewer) for event in step.events]
