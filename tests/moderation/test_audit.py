"""Audit rows are only ever added, and reveal tampering."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models import User
from moderation.action import Target
from moderation.migrations import _triggers
from moderation.models import AuditHead, AuditRow, Sanction
from moderation.models.audit import AuditRowIsFinal
from moderation.selectors.chain import chain_faults
from moderation.services.acting import undo
from tests.matches.tables import NOON, person
from tests.moderation.desk import done, moderator

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def three_rows() -> list[AuditRow]:
    mona = moderator()
    return [done(mona, "warn", Target(user=person(name)), words="Mind your words.") for name in ("ana", "ben", "cleo")]


def faults() -> list[str]:
    return [fault.says for fault in chain_faults()]


def got_at(sql: str, *values: Any) -> None:
    """Change the database behind the back of its triggers, as who owns it can."""
    with connection.cursor() as cursor:
        for statement in _triggers.UNMAKE[connection.vendor]:
            cursor.execute(statement)
        cursor.execute(sql, values or None)


def taken_out(number: int) -> None:
    """Take a row out of the audit, with the sanction that points to it."""
    Sanction.objects.filter(row=number).delete()
    got_at("DELETE FROM moderation_auditrow WHERE number = %s", number)


def test_each_row_follows_from_the_one_before() -> None:
    rows = three_rows()
    assert [row.number for row in rows] == [1, 2, 3]
    assert [row.previous for row in rows] == ["", rows[0].hash, rows[1].hash]
    assert faults() == []


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE moderation_auditrow SET reason = 'nothing' WHERE number = 2",
        "DELETE FROM moderation_auditrow WHERE number = 3",
        "DELETE FROM moderation_auditrow",
    ],
)
def test_the_database_refuses_to_change_a_row(sql: str) -> None:
    three_rows()
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert AuditRow.objects.count() == 3


def test_a_row_is_not_replaced_by_inserting_another() -> None:
    three_rows()
    columns = [str(field.column) for field in AuditRow._meta.concrete_fields]
    selected = ", ".join("'nothing'" if column == "reason" else column for column in columns)
    verb = "INSERT OR REPLACE" if connection.vendor == "sqlite" else "INSERT"
    more = "" if connection.vendor == "sqlite" else " ON CONFLICT (id) DO UPDATE SET reason = 'nothing'"
    chosen = f"SELECT {selected} FROM moderation_auditrow WHERE true{more}"  # noqa: S608
    sql = f"{verb} INTO moderation_auditrow ({', '.join(columns)}) {chosen}"
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert not AuditRow.objects.filter(reason="nothing").exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda row: row.save(),
        lambda row: row.delete(),
        lambda row: AuditRow.objects.all().delete(),
        lambda row: AuditRow.objects.filter(pk=row.pk).update(reason=""),
    ],
)
def test_the_model_refuses_to_change_a_row(change: Callable[[AuditRow], object]) -> None:
    row = three_rows()[1]
    with pytest.raises(AuditRowIsFinal):
        change(row)


@pytest.mark.parametrize(
    ("column", "value", "number"),
    [
        ("reason", "nothing", 2),
        ("at", "2026-01-01T00:00:00+00:00", 1),
        ("category", "bug", 3),
        ("done", "{}", 3),
        ("step_hash", "0" * 64, 2),
    ],
)
def test_a_changed_row_is_named(column: str, value: str, number: int) -> None:
    three_rows()
    got_at(f"UPDATE moderation_auditrow SET {column} = %s WHERE number = %s", value, number)  # noqa: S608
    assert faults() == [f"Audit row {number} was changed."]


def test_a_missing_row_is_named() -> None:
    three_rows()
    taken_out(2)
    assert faults() == ["Audit rows 2 to 2 are missing."]


def test_a_missing_end_is_found() -> None:
    three_rows()
    taken_out(3)
    assert faults() == ["The audit ends at row 2, but its head differs."]


def test_a_row_written_again_breaks_the_chain_after_it() -> None:
    three_rows()
    row = AuditRow.objects.get(number=2)
    row.reason = "another"
    got_at("UPDATE moderation_auditrow SET reason = %s, hash = %s WHERE number = 2", row.reason, row.link())
    assert faults() == ["Audit row 3 does not follow from the row before it."]


def test_an_undone_row_stays_and_gets_a_row_of_its_own() -> None:
    mona, ana = moderator(), person("ana")
    row = done(mona, "warn", Target(user=ana), words="Mind your words.")
    back = undo(actor=mona, row=row, reason="It was somebody else.", now=NOON)
    assert (back.undoes, back.number) == (row, 2)
    assert AuditHead.objects.get().number == 2
    assert faults() == []


def test_a_user_in_the_audit_cannot_be_removed() -> None:
    three_rows()
    with pytest.raises(Exception, match="protected"):
        User.objects.get(username="ana").delete()
