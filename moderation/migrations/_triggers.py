"""Triggers that let audit rows be added only, even by someone with the database's password.

SQLite drops the triggers of a table that a migration alters: such a migration ends with `make` again.
"""

from typing import Any

WORDS = "An audit row is never changed or deleted."
SQLITE = [
    f"CREATE TRIGGER audit_row_no_{verb.lower()} BEFORE {verb} ON moderation_auditrow "
    f"BEGIN SELECT RAISE(ABORT, '{WORDS}'); END"
    for verb in ("UPDATE", "DELETE")
]
# INSERT OR REPLACE takes a row away without asking the trigger of DELETE.
SQLITE.append(
    "CREATE TRIGGER audit_row_no_replace BEFORE INSERT ON moderation_auditrow "
    "WHEN EXISTS (SELECT 1 FROM moderation_auditrow "
    "WHERE id = NEW.id OR number = NEW.number OR undoes_id = NEW.undoes_id) "
    f"BEGIN SELECT RAISE(ABORT, '{WORDS}'); END"
)
POSTGRESQL = [
    f"""CREATE OR REPLACE FUNCTION audit_row_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP <> 'TRUNCATE' OR EXISTS (SELECT 1 FROM moderation_auditrow) THEN
            RAISE EXCEPTION '{WORDS}' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NULL;
    END $$""",
    "CREATE TRIGGER audit_row_no_change BEFORE UPDATE OR DELETE ON moderation_auditrow "
    "FOR EACH ROW EXECUTE FUNCTION audit_row_is_final()",
    "CREATE TRIGGER audit_row_no_truncate BEFORE TRUNCATE ON moderation_auditrow "
    "FOR EACH STATEMENT EXECUTE FUNCTION audit_row_is_final()",
]
UNMAKE = {
    "sqlite": [f"DROP TRIGGER IF EXISTS audit_row_no_{verb}" for verb in ("update", "delete", "replace")],
    "postgresql": [
        *(f"DROP TRIGGER IF EXISTS audit_row_no_{what} ON moderation_auditrow" for what in ("change", "truncate")),
        "DROP FUNCTION IF EXISTS audit_row_is_final()",
    ],
}


def make(apps: Any, schema_editor: Any) -> None:
    """Create the triggers, replacing existing ones."""
    vendor = schema_editor.connection.vendor
    unmake(apps, schema_editor)
    for statement in SQLITE if vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement, params=None)


def unmake(apps: Any, schema_editor: Any) -> None:
    """Take the triggers away."""
    for statement in UNMAKE[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)
