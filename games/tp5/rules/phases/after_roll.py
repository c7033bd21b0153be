"""The roll and the windows after it: Disgrace the Ace, then Land Mine (T6)."""

from collections.abc import Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from engine import Chance, IllegalAction, Player
from engine.language import say
from engine.piecepack import TILES
from games.tp5.rules.actions import PASS, Disgrace, LayMine, Pass
from games.tp5.rules.events import AceDisgraced, DieRolled, MinesLaid
from games.tp5.rules.flow import Play
from games.tp5.rules.identifiers import pick_up
from games.tp5.rules.phases.base import Part, Silent, only_first
from games.tp5.rules.phases.before_roll import refuse_payment
from games.tp5.rules.phestivities.land_mine import blown_up
from games.tp5.rules.programme import programme
from games.tp5.rules.state import Tp5State, claims_of, clockwise, spot_of
from games.tp5.rules.values import ACE


def roll(chance: Chance) -> int:
    """Roll a standard die."""
    return 1 + chance.below(6)


class RollPart(Silent):
    """The dealer rolls the die."""

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Roll for all to see, even if the roll is ignored (T15)."""
        value = roll(chance)
        return Play(replace(state, die=value, phase="disgrace"), (DieRolled(state.dealer, value),))


class DisgracePart(Part[Pass | Disgrace]):
    """On an ace, players with a claim to give up are asked, and again if the reroll is an ace."""

    answers = (Pass, Disgrace)

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask the players, or close the window."""
        asked = _with_claims(state) if programme(state.in_play).disgraces and state.die == ACE else ()
        return Play(replace(state, asked=asked) if asked else replace(state, phase="mine"))

    def legal(self, state: Tp5State, player: Player) -> Sequence[Pass | Disgrace]:
        """Return a pass, or giving up any claim."""
        return _disgraces(claims_of(state.claims, player))

    def refuse(self, state: Tp5State, player: Player, action: Pass | Disgrace) -> None:
        """Raise `IllegalAction` if the claim cannot pay."""
        if isinstance(action, Disgrace):
            refuse_payment(claims_of(state.claims, player), action.paid)

    def effective_actions(
        self, state: Tp5State, joint: Mapping[Player, Pass | Disgrace]
    ) -> Mapping[Player, Pass | Disgrace]:
        """Keep only the action of the first player clockwise from the dealer."""
        return only_first(clockwise(state.dealer, state.players), joint, PASS)

    def resolve(self, state: Tp5State, joint: Mapping[Player, Pass | Disgrace], chance: Chance) -> Play:
        """Let one player pay to reroll the die, or close the window."""
        for player in clockwise(state.dealer, state.players):
            action = joint.get(player)
            if isinstance(action, Disgrace):
                value = roll(chance)
                after = replace(pick_up(state, player, action.paid), asked=(), die=value)
                return Play(after, (AceDisgraced(player, spot_of(state, action.paid), value),))
        return Play(replace(state, asked=(), phase="mine"))


class MinePart(Part[Pass | LayMine]):
    """Players are asked once, and all mines take effect together."""

    answers = (Pass, LayMine)

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask all players with a claim to give up."""
        asked = _with_claims(state) if programme(state.in_play).mines else ()
        return Play(replace(state, asked=asked) if asked else replace(state, phase="scoring"))

    def legal(self, state: Tp5State, player: Player) -> Sequence[Pass | LayMine]:
        """Return a pass, or giving up any claim with any tile named."""
        return _mines(claims_of(state.claims, player))

    def refuse(self, state: Tp5State, player: Player, action: Pass | LayMine) -> None:
        """Raise `IllegalAction` with what is wrong with the claim or the tile."""
        if isinstance(action, LayMine):
            refuse_payment(claims_of(state.claims, player), action.paid)
            raise IllegalAction("no_such_tile", say("The piecepack has no such tile. Name a suit and a value."))

    def resolve(self, state: Tp5State, joint: Mapping[Player, Pass | LayMine], chance: Chance) -> Play:
        """Let all players pay, then void the named tiles."""
        mines = []
        for player in clockwise(state.dealer, state.players):
            if isinstance(action := joint.get(player), LayMine):
                mines.append((player, spot_of(state, action.paid), action.tile))
                state = pick_up(state, player, action.paid)
        void = {place for player, _, tile in mines for place in blown_up(state, player, tile)}
        after = replace(state, asked=(), void=tuple(sorted(void)), phase="scoring")
        return Play(after, (MinesLaid(tuple(mines)),) if mines else ())


def _with_claims(state: Tp5State) -> tuple[Player, ...]:
    return tuple(sorted(set[Player]().union(*state.claims)))


@cache
def _disgraces(own: tuple[int, ...]) -> tuple[Pass | Disgrace, ...]:
    return (PASS, *[Disgrace(paid) for paid in own])


@cache
def _mines(own: tuple[int, ...]) -> tuple[Pass | LayMine, ...]:
    return (PASS, *[LayMine(paid, tile) for paid in own for tile in TILES])
