"""A smaller simulation of days: nothing goes wrong, and what is made to go wrong is seen."""

from datetime import datetime
from typing import Any

import pytest

from bench.days.run import Days
from bench.days.watch import MUST_BE_ZERO
from games.services import sweep as sweeps
from notifications.models import Notice, State
from notifications.services import sending

pytestmark = pytest.mark.django_db(transaction=True)


def simulated(people: int = 6, matches: int = 5, days: int = 6) -> dict[str, int]:
    return Days(people=people, matches=matches, days=days, seed=3).run()


def wrong(figures: dict[str, int]) -> set[str]:
    """What should be 0 and is not."""
    return {name for name in MUST_BE_ZERO if figures[name]}


def test_nothing_goes_wrong_and_much_happens() -> None:
    figures = simulated(people=12, matches=10, days=10)
    assert wrong(figures) == set()
    assert figures["matches"] == 10
    assert figures["notices"] > 50
    assert figures["turns_answered"] > 40
    assert figures["turns_planned"] > 3
    assert figures["turns_missed"] + figures["excused"] > 3


def test_a_sweep_that_does_not_come_misses_deadlines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.days.run.sweep", lambda now: None)
    # Whoever answers late lets deadlines pass too: here nobody does.
    monkeypatch.setattr("bench.days.acts.ANSWERS", 0)
    monkeypatch.setattr("games.services.answers.is_overdue", lambda match_id, now: False)
    assert {"deadlines_missed", "matches_unfinished"} <= wrong(simulated())


def test_a_sweep_that_forgets_one_match_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "_overdue", lambda now: [])
    assert "deadlines_missed" in wrong(simulated())


def test_quiet_hours_that_nobody_heeds_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.models.User.quiet_over", lambda self, moment: moment)
    assert wrong(simulated()) == {"notices_in_quiet_hours"}


def test_a_notice_that_is_not_withdrawn_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.notices.notices_withdraw", lambda **arguments: 0)
    assert "notices_stale" in wrong(simulated())


def test_a_notice_sent_twice_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    settle = sending._settle

    def forget(notice: Notice, state: State, reason: str, now: datetime, **more: Any) -> Any:
        """Leave every first notice as if it had not been sent."""
        done = settle(notice, state, reason, now, **more)
        if state == State.SENT and notice.attempts == 1:
            Notice.objects.filter(pk=notice.pk).update(state=State.DUE, due_at=now)
        return done

    monkeypatch.setattr(sending, "_settle", forget)
    assert "notices_twice" in wrong(simulated())


def test_a_match_that_is_never_called_off_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "_unstarted", lambda now: [])
    monkeypatch.setattr("bench.days.acts.UNFILLED_SHARE", 1.0)
    assert wrong(simulated(people=6, matches=2, days=3)) == {"matches_unfinished"}
