"""The roll and what may follow it: Disgrace the Ace first, then Land Mine (T6)."""

from collections.abc import Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from games.rules.core import Chance, IllegalAction, Player
from games.rules.piecepack import TILES
from games.rules.tp5.actions import PASS, Disgrace, LayMine, Pass
from games.rules.tp5.events import AceDisgraced, DieRolled, MinesLaid
from games.rules.tp5.flow import Play
from games.rules.tp5.identifiers import pick_up
from games.rules.tp5.phases.base import Part, Silent, only_first
from games.rules.tp5.phases.before_roll import refuse_payment
from games.rules.tp5.phestivities.land_mine import blown_up
from games.rules.tp5.programme import programme
from games.rules.tp5.state import Tp5State, claims_of, clockwise, spot_of
from games.rules.tp5.values import ACE


def roll(chance: Chance) -> int:
    """Roll a standard die."""
    return 1 + chance.below(6)


class RollPart(Silent):
    """The dealer rolls."""

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Roll for all to see, also where the roll is ignored (T15)."""
        value = roll(chance)
        return Play(replace(state, die=value, phase="disgrace"), (DieRolled(state.dealer, value),))


class DisgracePart(Part[Pass | Disgrace]):
    """On an ace, all who have a claim to give up are asked, and again if it is an ace again."""

    answers = (Pass, Disgrace)

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask them, or close the window."""
        asked = _with_claims(state) if programme(state.in_play).disgraces and state.die == ACE else ()
        return Play(replace(state, asked=asked) if asked else replace(state, phase="mine"))

    def legal(self, state: Tp5State, player: Player) -> Sequence[Pass | Disgrace]:
        """Pass, or give up any claim."""
        return _disgraces(claims_of(state.claims, player))

    def refuse(self, state: Tp5State, player: Player, action: Pass | Disgrace) -> None:
        """Name what is wrong with the price."""
        if isinstance(action, Disgrace):
            refuse_payment(claims_of(state.claims, player), action.paid)

    def carried_out(self, state: Tp5State, joint: Mapping[Player, Pass | Disgrace]) -> Mapping[Player, Pass | Disgrace]:
        """The first clockwise from the dealer alone acts."""
        return only_first(clockwise(state.dealer, state.players), joint, PASS)

    def resolve(self, state: Tp5State, joint: Mapping[Player, Pass | Disgrace], chance: Chance) -> Play:
        """Let one player pay and the die be rolled again, or close the window."""
        for player in clockwise(state.dealer, state.players):
            action = joint.get(player)
            if isinstance(action, Disgrace):
                value = roll(chance)
                after = replace(pick_up(state, player, action.paid), asked=(), die=value)
                return Play(after, (AceDisgraced(player, spot_of(state, action.paid), value),))
        return Play(replace(state, asked=(), phase="mine"))


class MinePart(Part[Pass | LayMine]):
    """Asked once, and resolved for all at once."""

    answers = (Pass, LayMine)

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask all who have a claim to give up."""
        asked = _with_claims(state) if programme(state.in_play).mines else ()
        return Play(replace(state, asked=asked) if asked else replace(state, phase="scoring"))

    def legal(self, state: Tp5State, player: Player) -> Sequence[Pass | LayMine]:
        """Pass, or give up any claim and name any tile."""
        return _mines(claims_of(state.claims, player))

    def refuse(self, state: Tp5State, player: Player, action: Pass | LayMine) -> None:
        """Name what is wrong with the price or the tile."""
        if isinstance(action, LayMine):
            refuse_payment(claims_of(state.claims, player), action.paid)
            raise IllegalAction("no_such_tile", "The piecepack has no such tile. Name a suit and a value.")

    def resolve(self, state: Tp5State, joint: Mapping[Player, Pass | LayMine], chance: Chance) -> Play:
        """Let all pay, then void what was named."""
        mines = []
        for player in clockwise(state.dealer, state.players):
            if isinstance(action := joint.get(player), LayMine):
                mines.append((player, spot_of(state, action.paid), action.tile))
                state = pick_up(state, player, action.paid)
        void = {place for player, _, tile in mines for place in blown_up(state, player, tile)}
        after = replace(state, asked=(), void=tuple(sorted(void)), phase="scoring")
        return Play(after, (MinesLaid(tuple(mines)),) if mines else ())


def _with_claims(state: Tp5State) -> tuple[Player, ...]:
    return tuple([seat for seat in range(state.players) if any(seat in owners for owners in state.claims)])


@cache
def _disgraces(own: tuple[int, ...]) -> tuple[Pass | Disgrace, ...]:
    return (PASS, *[Disgrace(paid) for paid in own])


@cache
def _mines(own: tuple[int, ...]) -> tuple[Pass | LayMine, ...]:
    return (PASS, *[LayMine(paid, tile) for paid in own for tile in TILES])
