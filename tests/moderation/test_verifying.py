"""A row of a match or of the audit that was changed behind the site's back is found and named."""

from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from accounts.models import User
from foundation.vault import seal
from matches.interventions.settings import lock_chat
from matches.log.states import state_after
from matches.models import Match, Verification
from matches.view.match_view import matches
from moderation.action import Target
from moderation.services import verifying
from moderation.services.acting import undo
from moderation.services.verifying import begin_verification_if_due, continue_verification
from operations.doctor import CHECKS
from operations.gauges import SiteGauges
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_rewinding import NAMES, NOTE, go_on
from tests.moderation.desk import done, moderator

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def match() -> Match:
    """A match that was taken back, and in which a moderator did something."""
    match, people = table_of(*NAMES, target=50)
    go_on(match, people, 4)
    done(moderator(), "rewind", Target(match=match), to=1)
    done(moderator(), "lock-chat", Target(match=match))
    return go_on(match, people, 3)


def sql(statement: str, *values: Any) -> None:
    """Change the database without the site."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def verified() -> str:
    """What `verify --all` prints; it fails."""
    out, err = StringIO(), StringIO()
    with pytest.raises(CommandError) as failed:
        call_command("verify", all=True, stdout=out, stderr=err)
    assert failed.value.returncode == 1
    assert "1 of 1 matches checked" in err.getvalue()
    return out.getvalue()


def test_a_match_that_was_rewound_substituted_and_voided_holds(match: Match) -> None:
    """All that moderators can do to a match on top of each other: its log, and the audit, still hold."""
    mona, dora = moderator(), person("dora")
    seat = match.seats.select_related("user").get(number=1)
    done(mona, "seat-person", Target(match=match, seat=seat), player=dora.username)
    ended = go_on(match, list(User.objects.filter(seats__match=match).order_by("seats__number")))
    assert ended.status == Match.Status.FINISHED
    done(mona, "adjust", Target(match=ended), places=[2, 1, 3])
    row = done(mona, "void", Target(match=ended))
    undo(actor=mona, row=row, reason="It was somebody else.", now=NOON)
    done(mona, "rewind", Target(match=ended), to=1)
    out = StringIO()
    call_command("verify", all=True, stdout=out, stderr=StringIO())
    assert "All 1 matches and the audit passed." in out.getvalue()


def test_what_nobody_has_changed_holds(match: Match) -> None:
    out = StringIO()
    call_command("verify", all=True, stdout=out, stderr=StringIO())
    assert "All 1 matches and the audit passed." in out.getvalue()
    assert [finding.grade for finding in CHECKS["chains"]()] == ["ok"]


CHANGES = {
    "the hash of a step": ("UPDATE matches_step SET hash = %s WHERE match_id = %s AND number = 3", "chain: Step 3 "),
    "the kind of a step": ("UPDATE matches_step SET kind = %s WHERE match_id = %s AND number = 2", "chain: Step 2 "),
    "the end of the chain": ("UPDATE matches_match SET head = %s WHERE id = %s", "head: The table does not stand"),
    "what it was played for": ("UPDATE matches_seat SET contribution = %s WHERE match_id = %s", "chain: Step 0 "),
    "the published hash": ("UPDATE matches_match SET seed_hash = %s WHERE id = %s", "seed: The site's seed is not"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_row_is_named(match: Match, change: str) -> None:
    statement, named = CHANGES[change]
    sql(statement, "forged", match.pk)
    output = verified()
    assert f"FAIL Match {match.pk}, " in output
    assert named in output


def test_a_step_that_is_gone_is_missed(match: Match) -> None:
    sql("DELETE FROM matches_step WHERE match_id = %s AND part = 1", match.pk)
    assert f"FAIL Match {match.pk}, chain: Step 6 does not fit the chain" in verified()


def test_a_step_in_the_place_of_another_is_noticed(match: Match) -> None:
    other = match.steps.get(number=2).sealed
    sql("UPDATE matches_step SET sealed = %s WHERE match_id = %s AND number = 3", bytes(other), match.pk)
    assert "The row of step 3 does not fit what it seals" in verified()


def test_what_cannot_be_opened_is_named(match: Match) -> None:
    sql("UPDATE matches_step SET sealed = %s WHERE match_id = %s AND number = 3", b"rubbish", match.pk)
    assert "The row of step 3 cannot be opened" in verified()


def test_another_position_is_noticed(match: Match) -> None:
    sql("UPDATE matches_match SET sealed_state = %s WHERE id = %s", seal(state_after(match, 0)), match.pk)
    assert "shows another position than its log gives" in verified()


def test_what_was_taken_back_cannot_be_made_to_count(match: Match) -> None:
    sql("UPDATE matches_match SET taken_back = %s WHERE id = %s", "[]", match.pk)
    assert "counts other steps as taken back" in verified()


def test_a_changed_audit_row_is_named(match: Match) -> None:
    assert f"FAIL {audit_was_changed()}" in verified()


def test_a_step_that_names_an_audit_row_that_is_none_is_named(match: Match) -> None:
    """Moderators' steps in a log that never went through the audit."""
    lock_chat(match_id=match.pk, locked=False, note={**NOTE, "audit": 99}, now=NOON)
    step = matches().get(pk=match.pk).step
    assert f"FAIL Match {match.pk}, audit: Step {step} names audit row 99, which does not" in verified()


def test_a_step_that_names_the_row_of_another_step_is_named(match: Match) -> None:
    lock_chat(match_id=match.pk, locked=False, note={**NOTE, "audit": 1}, now=NOON)
    assert "names audit row 1, which does not" in verified()
    with pytest.raises(CommandError):
        call_command("verify", str(match.pk), stdout=StringIO(), stderr=StringIO())


def audit_was_changed() -> str:
    """Change a row of the audit; return how the check names it."""
    row = done(moderator(), "warn", Target(user=person("zoe")), words="Mind your words.")
    table, name = "moderation_auditrow", "reason"
    with connection.cursor() as cursor:
        _without_triggers(cursor)
        cursor.execute(f"UPDATE {table} SET {name} = 'None at all.' WHERE id = %s", [row.pk])  # noqa: S608
        _with_triggers(cursor)
    return f"The audit: Audit row {row.number} was changed."


def _without_triggers(cursor: Any) -> None:
    """What someone with access to the database can do."""
    if connection.vendor == "postgresql":
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE moderation_auditrow DISABLE TRIGGER USER")
        return
    cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'moderation_auditrow'")
    _dropped[:] = cursor.fetchall()
    for name, _ in _dropped:
        cursor.execute(f"DROP TRIGGER {name}")


_dropped: list[tuple[str, str]] = []


def _with_triggers(cursor: Any) -> None:
    if connection.vendor == "postgresql":
        cursor.execute("ALTER TABLE moderation_auditrow ENABLE TRIGGER USER")
    for _, statement in _dropped:
        cursor.execute(statement)
    _dropped.clear()


def test_by_night_a_few_matches_are_checked_at_a_time(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "AT_A_STRETCH_SECONDS", 0)
    table_of("dora", "emil", "fred")
    sql("UPDATE matches_match SET head = %s WHERE id = %s", "forged", match.pk)
    assert begin_verification_if_due(now=NOON)
    assert continue_verification(now=NOON)
    run = Verification.objects.get()
    assert (run.matches, run.ended_at) == (1, None)
    assert begin_verification_if_due(now=NOON), "A check whose task was lost goes on."
    assert continue_verification(now=NOON)
    assert not continue_verification(now=NOON)
    run.refresh_from_db()
    assert (run.matches, run.ended_at, len(run.faults)) == (2, NOON, 1)
    assert not begin_verification_if_due(now=NOON + timedelta(hours=23))
    assert begin_verification_if_due(now=NOON + timedelta(hours=24))
    assert Verification.objects.count() == 2


def figures(now: datetime = NOON) -> dict[str, float]:
    """What the metrics say of the check."""
    return {metric.name: metric.samples[0].value for metric in SiteGauges(now).collect() if "verif" in metric.name}


def test_a_check_goes_on_the_next_day_when_the_time_of_one_is_used_up(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "AT_A_STRETCH_SECONDS", 0)
    monkeypatch.setattr(verifying, "DAILY_SECONDS", 1e-9)
    others = [table_of("dora", "emil", "fred")[0] for _ in range(2)]
    sql("UPDATE matches_match SET head = %s WHERE id = %s", "forged", match.pk)
    audit = audit_was_changed()
    for day, number in enumerate((match, *others)):
        at = NOON + timedelta(days=day)
        assert begin_verification_if_due(now=at)
        assert not continue_verification(now=at)
        assert not begin_verification_if_due(now=at + timedelta(hours=11)), "the time of the day is used up"
        assert not continue_verification(now=at + timedelta(hours=11))
        run = Verification.objects.get()
        assert (run.matches, run.upto, run.ended_at) == (day + 1, number.pk, None)
        assert len(run.faults) == 2 and audit in run.faults, "of a match and, each day, of the audit"
        found = figures(at + timedelta(hours=1))
        assert found == {"piecepack_verification_faults": 2, "piecepack_verification_age_seconds": 3600}
        assert {finding.grade for finding in CHECKS["chains"]()} == {"FAIL"}
    at = NOON + timedelta(days=3)
    assert begin_verification_if_due(now=at)
    assert not continue_verification(now=at)
    assert Verification.objects.get().ended_at == at
    assert not begin_verification_if_due(now=at), "the next one has no time left today"
    assert begin_verification_if_due(now=at + timedelta(hours=12))
    assert [run.upto for run in Verification.objects.all()] == [0, others[-1].pk], "it begins with the first match"
    assert figures()["piecepack_verification_faults"] == 2, "what was found stays until a whole check finds it no more"


def test_the_doctor_says_how_far_a_check_is(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "AT_A_STRETCH_SECONDS", 0)
    now = timezone.now()
    begin_verification_if_due(now=now)
    continue_verification(now=now)
    (finding,) = CHECKS["chains"]()
    assert finding.words == "No check of all matches is over yet. 1 have passed the one that is running."
    Verification.objects.update(worked_at=now - timedelta(days=4))
    assert [finding.grade for finding in CHECKS["chains"]()] == ["warn"]


def test_the_doctor_and_the_figures_tell_of_it(match: Match) -> None:
    assert [finding.grade for finding in CHECKS["chains"]()] == ["ok"], "a new site"
    sql("UPDATE matches_match SET head = %s WHERE id = %s", "forged", match.pk)
    verified()
    assert {finding.grade for finding in CHECKS["chains"]()} == {"FAIL"}
    assert figures()["piecepack_verification_faults"] == 1
