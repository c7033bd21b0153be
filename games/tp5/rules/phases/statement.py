"""Statements: counterclockwise from the dealer, each player says something true about a tile (T4, T20)."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine import Chance, Player
from games.tp5.rules.actions import MakeStatement, Tp5Action
from games.tp5.rules.events import StatementMade
from games.tp5.rules.flow import Play
from games.tp5.rules.phases.base import Part
from games.tp5.rules.state import Statement, Tp5State
from games.tp5.rules.statements import refuse_statement, statements_open_to


class StatementPart(Part[MakeStatement]):
    """Players make statements one after another."""

    answers = MakeStatement

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask the next player to the right; after the last one identifiers are given."""
        for ahead in range(state.players):
            seat = (state.dealer - ahead) % state.players
            if state.statements[seat] is None:
                return Play(replace(state, asked=(seat,)))
        return Play(replace(state, phase="give"))

    def legal(self, state: Tp5State, player: Player) -> Sequence[MakeStatement]:
        """Return every true statement about a tile that was not revealed."""
        return statements_open_to(state, player)

    def check(self, state: Tp5State, player: Player, action: Tp5Action) -> None:
        """Raise `IllegalAction` with the reason if a statement is not allowed."""
        if isinstance(action, MakeStatement):
            refuse_statement(state, player, action)
        else:
            super().check(state, player, action)

    def resolve(self, state: Tp5State, joint: Mapping[Player, MakeStatement], chance: Chance) -> Play:
        """Record the statement, which is public."""
        ((player, action),) = joint.items()
        statement = Statement(action.slot, action.suits, action.values, action.either)
        statements = (*state.statements[:player], statement, *state.statements[player + 1 :])
        event = StatementMade(player, action.slot, action.suits, action.values, action.either)
        return Play(replace(state, statements=statements, asked=()), (event,))
