"""Chains the parts of a round and collects their events."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec

import msgspec

from engine import Event
from games.tp5.rules.state import Tp5State

P = ParamSpec("P")


class Play(msgspec.Struct, frozen=True, gc=False):
    """A state and the events that led to it."""

    state: Tp5State
    events: tuple[Event, ...] = ()

    def then(self, rule: "Callable[Concatenate[Tp5State, P], Play]", *args: P.args, **kwargs: P.kwargs) -> "Play":
        """Apply a rule to the state and append its events."""
        after = rule(self.state, *args, **kwargs)
        return Play(after.state, self.events + after.events) if self.events else after
