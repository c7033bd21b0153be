"""A foreign key over two columns, by which a table of a club is for members only; Django declares none over two.

SQLite drops it with the table: a migration that alters `ClubTable` ends with `hold` again.
"""

from typing import Any

KEY = (
    "CONSTRAINT club_table_of_members FOREIGN KEY (match_id, members_only) "
    "REFERENCES matches_match (id, members_only) DEFERRABLE INITIALLY DEFERRED"
)


def hold(apps: Any, schema_editor: Any) -> None:
    """Add the key to the table of club tables."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE clubs_clubtable ADD {KEY}", params=None)
        return
    # SQLite takes such a key only with the whole table, which is empty as yet and gets its indexes later.
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'clubs_clubtable'")
        created = cursor.fetchone()[0]
    schema_editor.execute("DROP TABLE clubs_clubtable", params=None)
    schema_editor.execute(f"{created.rstrip().removesuffix(')')}, {KEY})", params=None)
