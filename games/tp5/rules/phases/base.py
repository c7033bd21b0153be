"""What every part of a round does."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

from games.rules.core import Action, Chance, IllegalAction, Player
from games.rules.tp5.actions import Tp5Action
from games.rules.tp5.flow import Play
from games.rules.tp5.state import Tp5State

A = TypeVar("A", bound=Action)


class Part(ABC, Generic[A]):
    """One part of a round. It knows the name of the part that follows, and no more of it."""

    answers: ClassVar[type[Tp5Action] | tuple[type[Tp5Action], ...]] = ()
    """The actions that it asks for."""

    @abstractmethod
    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Do what needs no answer, then ask somebody or hand over to the next part."""

    def legal(self, state: Tp5State, player: Player) -> Sequence[A]:
        """All answers open to a player who is asked."""
        return ()

    def check(self, state: Tp5State, player: Player, action: Tp5Action) -> None:
        """Raise `IllegalAction` with the reason why an answer is refused."""
        if not isinstance(action, self.answers):
            raise IllegalAction(
                "wrong_answer", "You are asked for something else now. Choose one of the answers listed."
            )
        if action not in self.legal(state, player):
            self.refuse(state, player, cast("A", action))
            raise IllegalAction("illegal_action", "The rules do not allow this now. Choose one of the answers listed.")

    def refuse(self, state: Tp5State, player: Player, action: A) -> None:
        """Name the reason why an answer that is not legal is refused."""

    def carried_out(self, state: Tp5State, joint: Mapping[Player, A]) -> Mapping[Player, A]:
        """The answers that come to anything; the others replaced by passing."""
        return joint

    @abstractmethod
    def resolve(self, state: Tp5State, joint: Mapping[Player, A], chance: Chance) -> Play:
        """Let answers take effect; leave nobody asked."""


class Silent(Part[Any]):
    """A part in which nobody is asked."""

    def resolve(self, state: Tp5State, joint: Mapping[Player, Any], chance: Chance) -> Play:
        """Never called: no answer is awaited."""
        raise IllegalAction("not_asked", "Nobody is asked for an answer now.")


def only_first(order: Sequence[Player], joint: Mapping[Player, A], passing: A) -> Mapping[Player, A]:
    """Drop all answers but the one that is carried out: the first in order that is not to pass (T6)."""
    first = next((player for player in order if joint.get(player, passing) != passing), None)
    return {player: action if player == first else passing for player, action in joint.items()}
