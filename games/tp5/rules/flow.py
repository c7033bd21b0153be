"""How one part of a round follows another: values that gather events."""

from collections.abc import Callable
from typing import Concatenate, NamedTuple, ParamSpec

from games.rules.core import Event
from games.rules.tp5.state import Tp5State

P = ParamSpec("P")


class Play(NamedTuple):
    """A state, and the events that led to it."""

    state: Tp5State
    events: tuple[Event, ...] = ()

    def then(self, rule: "Callable[Concatenate[Tp5State, P], Play]", *args: P.args, **kwargs: P.kwargs) -> "Play":
        """Let a rule follow."""
        after = rule(self.state, *args, **kwargs)
        return Play(after.state, self.events + after.events) if self.events else after
