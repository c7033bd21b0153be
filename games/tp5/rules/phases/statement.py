"""Making a statement: from the dealer to the right, each says something true of a tile (T4)."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games.rules.core import Chance, Player
from games.rules.tp5.actions import MakeStatement, Tp5Action
from games.rules.tp5.events import StatementMade
from games.rules.tp5.flow import Play
from games.rules.tp5.phases.base import Part
from games.rules.tp5.state import Statement, Tp5State
from games.rules.tp5.statements import refuse_statement, statements_open_to


class StatementPart(Part[MakeStatement]):
    """One after the other."""

    answers = MakeStatement

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask who is next to the right; after the last one identifiers are given."""
        for ahead in range(state.players):
            seat = (state.dealer - ahead) % state.players
            if state.statements[seat] is None:
                return Play(replace(state, asked=(seat,)))
        return Play(replace(state, phase="give"))

    def legal(self, state: Tp5State, player: Player) -> Sequence[MakeStatement]:
        """Every true statement about a tile that was not revealed."""
        return statements_open_to(state, player)

    def check(self, state: Tp5State, player: Player, action: Tp5Action) -> None:
        """Refuse a statement with the reason."""
        if isinstance(action, MakeStatement):
            refuse_statement(state, player, action)
        else:
            super().check(state, player, action)

    def resolve(self, state: Tp5State, joint: Mapping[Player, MakeStatement], chance: Chance) -> Play:
        """Let everyone hear it."""
        ((player, action),) = joint.items()
        said = Statement(action.slot, action.suits, action.values)
        statements = (*state.statements[:player], said, *state.statements[player + 1 :])
        event = StatementMade(player, action.slot, action.suits, action.values)
        return Play(replace(state, statements=statements, asked=()), (event,))
