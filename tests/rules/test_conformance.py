"""Every game of the box holds what every game must."""

import pytest

from games.rules.registry import GAMES
from tests.rules.conformance import CHECKS, Check, Table, name_of
from tests.rules.planning_conformance import PLANNING_CHECKS

TABLES = [Table(game, players, game.Options()) for game in GAMES.values() for players in game.players]


@pytest.mark.parametrize("check", [*CHECKS, *PLANNING_CHECKS], ids=name_of)
@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_game(table: Table, check: Check) -> None:
    check(table)
