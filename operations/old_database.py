"""Rejects databases from before the first release. No migration leads from their tables to today's."""

from typing import Any

from django.conf import settings
from django.core import checks
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.recorder import MigrationRecorder

FORMER_APP = "games"
"""The former name of the app for matches."""


def refusal(using: str = DEFAULT_DB_ALIAS) -> str:
    """Say what to do with a database of an older version. Empty for any other."""
    recorder = MigrationRecorder(connections[using])
    if not recorder.has_table() or not recorder.migration_qs.filter(app=FORMER_APP).exists():
        return ""
    if settings.EMBEDDED:
        return f"{settings.VAR_DIR} holds data of an older version: move that folder away to keep it, then start again."
    return "This database holds data of an older version: keep it, and give the site a new, empty database."


@checks.register(checks.Tags.database)
def database_has_todays_shape(databases: Any = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Refuse to migrate a database of an older version."""
    refused = [words for using in databases or () if (words := refusal(using))]
    return [checks.Error(words, id="operations.E001") for words in refused]
