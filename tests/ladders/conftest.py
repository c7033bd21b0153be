"""What tests of ladders share."""

from collections.abc import Iterator

import pytest

from ladders.models import Ladder


@pytest.fixture
def rows_give_the_rungs(db: None) -> Iterator[None]:
    """After each test: the rows alone give everyone's rung, and no rung is missing or double."""
    yield
    for ladder in Ladder.objects.all():
        entries: dict[int, int | None] = {}
        for change in ladder.changes.order_by("pk"):
            assert entries.get(change.user_id) == change.before and change.why
            entries[change.user_id] = change.after
        stand = dict(ladder.rungs.values_list("user_id", "position"))
        assert {user: rung for user, rung in entries.items() if rung is not None} == stand
        for division in ladder.divisions.all():
            rungs = sorted(division.rungs.values_list("position", flat=True))
            assert rungs == list(range(1, len(rungs) + 1))
