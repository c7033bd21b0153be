"""Nested search, where nothing is drawn before the simulated match ends: what can one seat make of its own answers?

Each action is followed by the seat's own answers until the end: by the policy at first, then by the best that a search
of this kind finds which looks one answer less far, and so on as long as the budget lasts. The best line that was found
is followed, so that a deeper search never does worse (Cazenave, "Nested Monte-Carlo Search", 2009).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.chance import Chance
from engine.game import Player
from engine.search.deadline import Deadline
from engine.search.simulation import Tree
from engine.search.values import value_of_places

NARROW = 8
"""The most actions that are compared after the first one of a line."""


class Line(NamedTuple):
    """What a seat can reach, and its own answers on the way there."""

    value: float
    actions: tuple[Any, ...]


class Nested:
    """The search of one seat, from one state."""

    def __init__(self, tree: Tree, state: Any, player: Player, deadline: Deadline, chance: Chance) -> None:
        self.tree, self.player, self.deadline, self.chance = tree, player, deadline, chance
        self.state = state
        self.part = tree.hooks.rest(state) if tree.hooks.rest else None

    def values(self, actions: Sequence[Any]) -> list[float]:
        """Return the best value found for each action. Each is played on at least once, whatever the budget."""
        after = [self._after(self.state, action) for action in actions]
        lines = [self._by_policy(state) for state in after]
        level = 1
        while level <= max(len(line.actions) for line in lines):
            for index in sorted(range(len(lines)), key=lambda index: -lines[index].value):
                if self.deadline.used >= 1.0:
                    return [line.value for line in lines]
                lines[index] = max(lines[index], self._best(after[index], level), key=_value)
            level += 1
        return [line.value for line in lines]

    def _best(self, state: Any, level: int) -> Line:
        """Return the best line from a state that searches of the level below find along the best one so far."""
        if not level:
            return self._by_policy(state)
        best = Line(-1.0, ())
        line: tuple[Any, ...] = ()
        while asked := self._asked(state):
            if self.player not in asked:
                state = self.tree.answered(state, asked, self.chance)
                continue
            for action in self._candidates(state):
                if best.actions and self.deadline.used >= 1.0:
                    return best
                found = self._best(self._after(state, action), level - 1)
                if found.value > best.value:
                    best = Line(found.value, (*line, action, *found.actions))
            line = best.actions[: len(line) + 1]
            state = self._after(state, line[-1])
        return best if best.actions else Line(self._value(state), ())

    def _by_policy(self, state: Any) -> Line:
        """Return the line in which the seat goes on by the policy."""
        actions = []
        while asked := self._asked(state):
            joint = self.tree.answers(state, asked, self.chance)
            if self.player in joint:
                actions.append(joint[self.player])
            state = self.tree.game.apply(state, joint, self.chance).state
        self.deadline.count()
        return Line(self._value(state), tuple(actions))

    def _candidates(self, state: Any) -> Sequence[Any]:
        legal = self.tree.game.legal_actions(state, self.player)
        if len(legal) == 1:
            return legal
        return self.tree.candidates(self.tree.game.observation(state, self.player), legal, self.chance)[:NARROW]

    def _after(self, state: Any, action: Any) -> Any:
        """Return the state after an action of the seat, who answers alone: nothing is sealed here."""
        return self.tree.game.apply(state, {self.player: action}, self.chance).state

    def _asked(self, state: Any) -> tuple[Player, ...]:
        """Return who answers next; nobody once the state is to be valued."""
        hooks = self.tree.hooks
        if hooks.worth is not None and hooks.rest is not None and hooks.rest(state) != self.part:
            return ()
        return self.tree.game.current_players(state)

    def _value(self, state: Any) -> float:
        game, worth = self.tree.game, self.tree.hooks.worth
        if game.current_players(state) and worth is not None:
            return worth(state, self.chance)[self.player]
        return value_of_places(game.places(state) or ())[self.player]


def _value(line: Line) -> float:
    return line.value
