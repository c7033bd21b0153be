"""What the database holds of tables for members only: a key of two columns, which Django does not declare, and a trigger.

By the key, each table of a club is for members only; by the trigger, a match that is for members only stays so, also if
the row that names its club is lost: then nobody is let in. SQLite drops both with their tables: a migration that alters
`ClubTable` or `Match` ends with `hold` again.
"""

from typing import Any

KEY = (
    "CONSTRAINT club_table_of_members FOREIGN KEY (match_id, members_only) "
    "REFERENCES matches_match (id, members_only) DEFERRABLE INITIALLY DEFERRED"
)
WORDS = "A table for members only stays so."
OPENED = "UPDATE OF members_only ON matches_match FOR EACH ROW WHEN (OLD.members_only AND NOT NEW.members_only)"
TRIGGER = {
    "sqlite": [f"CREATE TRIGGER members_only_stays BEFORE {OPENED} BEGIN SELECT RAISE(ABORT, '{WORDS}'); END"],
    "postgresql": [
        f"""CREATE OR REPLACE FUNCTION members_only_stays() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '{WORDS}' USING ERRCODE = 'integrity_constraint_violation'; END $$""",
        "DROP TRIGGER IF EXISTS members_only_stays ON matches_match",
        f"CREATE TRIGGER members_only_stays BEFORE {OPENED} EXECUTE FUNCTION members_only_stays()",
    ],
}


def hold(apps: Any, schema_editor: Any) -> None:
    """Add the key to the table of club tables, and the trigger to that of matches."""
    vendor = schema_editor.connection.vendor
    for statement in TRIGGER[vendor]:
        schema_editor.execute(statement, params=None)
    if vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE clubs_clubtable ADD {KEY}", params=None)
        return
    # SQLite takes such a key only with the whole table, which is still empty and gets its indexes later.
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'clubs_clubtable'")
        created = cursor.fetchone()[0]
    schema_editor.execute("DROP TABLE clubs_clubtable", params=None)
    schema_editor.execute(f"{created.rstrip().removesuffix(')')}, {KEY})", params=None)
