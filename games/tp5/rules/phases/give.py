"""Identifiers are given away before claims: Hey! That's mine? and Life in the Commune."""

from collections.abc import Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from engine import Chance, IllegalAction, Player
from engine.language import say
from games.tp5.rules.actions import Give
from games.tp5.rules.events import IdentifiersGiven
from games.tp5.rules.flow import Play
from games.tp5.rules.phases.base import Part
from games.tp5.rules.programme import programme
from games.tp5.rules.state import ROW, Tp5State

Gifts = tuple[tuple[Player, ...], ...]


class GivePart(Part[Give]):
    """All players are asked at once, if there is a choice."""

    answers = Give

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask all players; gifts without a choice are made automatically (T13)."""
        giving = programme(state.in_play).giving
        if not giving.gives_identifiers:
            return Play(replace(state, phase="claim", turn=state.dealer))
        groups = [giving.gifts(giver, state.players) for giver in range(state.players)]
        if all(len(group) == 1 for group in groups):
            return _give(state, tuple(group[0] for group in groups))
        return Play(replace(state, asked=tuple(range(state.players))))

    def legal(self, state: Tp5State, player: Player) -> Sequence[Give]:
        """Return gifts to any three others."""
        return _as_actions(programme(state.in_play).giving.gifts(player, state.players))

    def refuse(self, state: Tp5State, player: Player, action: Give) -> None:
        """Raise `IllegalAction` with how to name players."""
        raise IllegalAction(
            "not_three_others", say("Name three different players other than yourself, in the order of seats.")
        )

    def resolve(self, state: Tp5State, joint: Mapping[Player, Give], chance: Chance) -> Play:
        """Hand over all identifiers at once."""
        return _give(replace(state, asked=()), tuple(joint[giver].to for giver in range(state.players)))


def _give(state: Tp5State, gifts: Gifts) -> Play:
    held = [[giver] * (ROW - len(takers)) for giver, takers in enumerate(gifts)]
    for giver, takers in enumerate(gifts):
        for taker in takers:
            held[taker].append(giver)
    hands = tuple(tuple(sorted(hand)) for hand in held)
    return Play(replace(state, held=hands, phase="claim", turn=state.dealer), (IdentifiersGiven(gifts),))


@cache
def _as_actions(groups: Gifts) -> tuple[Give, ...]:
    return tuple(Give(group) for group in groups)
