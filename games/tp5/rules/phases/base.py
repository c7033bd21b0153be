"""The interface of a phase."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

from engine import Action, Chance, IllegalAction, NotAsked, Player
from engine.language import say
from games.tp5.rules.actions import Tp5Action
from games.tp5.rules.flow import Play
from games.tp5.rules.state import Tp5State

A = TypeVar("A", bound=Action)


class Part(ABC, Generic[A]):
    """A phase of a round. It knows only the name of the next phase."""

    answers: ClassVar[type[Tp5Action] | tuple[type[Tp5Action], ...]] = ()
    """The actions a player may take in this phase."""

    @abstractmethod
    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Do what needs no answer, then ask players or move on to the next phase."""

    def legal(self, state: Tp5State, player: Player) -> Sequence[A]:
        """Return all actions of a player who is asked."""
        return ()

    def check(self, state: Tp5State, player: Player, action: Tp5Action) -> None:
        """Raise `IllegalAction` with the reason if an action is not allowed."""
        if not isinstance(action, self.answers):
            raise IllegalAction(
                "wrong_answer", say("You are asked for something else now. Choose one of the answers listed.")
            )
        if action not in self.legal(state, player):
            self.refuse(state, player, cast("A", action))
            raise IllegalAction(
                "illegal_action", say("The rules do not allow this now. Choose one of the answers listed.")
            )

    def refuse(self, state: Tp5State, player: Player, action: A) -> None:
        """Raise `IllegalAction` with a specific reason why an action is not legal."""

    def effective_actions(self, state: Tp5State, joint: Mapping[Player, A]) -> Mapping[Player, A]:
        """Return the actions that take effect, with the others replaced by passing."""
        return joint

    @abstractmethod
    def resolve(self, state: Tp5State, joint: Mapping[Player, A], chance: Chance) -> Play:
        """Apply the answers and leave no player asked."""


class Silent(Part[Any]):
    """A phase in which no player is asked."""

    def resolve(self, state: Tp5State, joint: Mapping[Player, Any], chance: Chance) -> Play:
        """Raise `IllegalAction`: this phase awaits no answer."""
        raise NotAsked


def only_first(order: Sequence[Player], joint: Mapping[Player, A], passing: A) -> Mapping[Player, A]:
    """Replace all answers by passing, except the first in order that is not a pass (T6)."""
    first = next((player for player in order if joint.get(player, passing) != passing), None)
    return {player: action if player == first else passing for player, action in joint.items()}
