"""Every game's playthroughs read as they did when they were last reviewed."""

import pytest

from games.rules.registry import GAMES
from tests.rules.goldens import GOLDENS, Golden, path_of, text_of


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.name)
def test_a_playthrough_reads_as_reviewed(golden: Golden) -> None:
    assert text_of(golden) == path_of(golden).read_text()


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_playthrough(slug: str) -> None:
    assert slug in {golden.slug for golden in GOLDENS}
