"""Every game's playthroughs read as they did when they were last reviewed."""

import pytest

from games.registry import GAMES
from tests.engine.goldens import GOLDENS, Golden
from tests.support.processes import ROOT


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.listed.name)
def test_a_playthrough_reads_as_reviewed(golden: Golden) -> None:
    assert golden.text() == golden.path.read_text()


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_playthrough(slug: str) -> None:
    assert slug in {golden.slug for golden in GOLDENS}


def test_no_text_is_left_of_a_playthrough_that_is_gone() -> None:
    kept = set((ROOT / "tests/games").glob("*/goldens/*.txt"))
    assert kept == {golden.path for golden in GOLDENS}
