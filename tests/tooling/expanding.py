"""Check that the last release's code works on a database with the migrations made since.

While a release is installed, old code runs on the new database. So migrations only add; unused things are removed a
release later, by a migration that says so: `contracts = "what, and since which release nothing uses it"`.

As a program it prints the current migrations, which `deploy/released.txt` must hold::

    python -m tests.tooling.expanding
"""

import sys
from collections.abc import Iterable, Iterator

import django
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models import ManyToManyField
from django.db.models.fields import NOT_PROVIDED

from tests.support.processes import ROOT

OURS = (
    *("accounts", "analysis", "api", "clubs", "foundation", "friends", "ladders", "matches", "meeting", "moderation"),
    "notifications",
    *("operations", "rights"),
)
RELEASED = ROOT / "deploy/released.txt"
ADDING = (
    operations.AddIndex,
    operations.AlterModelManagers,
    operations.AlterModelOptions,
    operations.CreateModel,
    operations.RemoveConstraint,
    operations.RemoveIndex,
    operations.RenameIndex,
)
Name = tuple[str, str]


def released() -> set[Name]:
    """The migrations that the last release has; none before the first."""
    lines = [line for line in RELEASED.read_text().splitlines() if line and not line.startswith("#")]
    return {(app, name) for app, name in (line.split() for line in lines)}


def present() -> dict[Name, Migration]:
    """Our migrations that are there now."""
    loader = MigrationLoader(None)
    return {key: migration for key, migration in loader.disk_migrations.items() if key[0] in OURS}


def complaints(migrations: Iterable[Migration], *, known_tables: set[str]) -> Iterator[str]:
    """What in these migrations the old code could not work with; it knows these tables alone."""
    for migration in migrations:
        if getattr(migration, "contracts", ""):
            continue
        for operation in migration.operations:
            if why := complaint(operation, migration.app_label, known_tables):
                yield f"{migration.app_label}.{migration.name}: {why}"


def complaint(operation: Operation, app: str, known_tables: set[str]) -> str:
    """What is wrong with one operation, or nothing."""
    table = f"{app}.{getattr(operation, 'model_name', '')}".lower()
    if isinstance(operation, ADDING) or table not in known_tables:
        return "" if not isinstance(operation, operations.DeleteModel | operations.RenameModel) else named(operation)
    if isinstance(operation, operations.AddField):
        field = operation.field
        filled = field.null or field.db_default is not NOT_PROVIDED or isinstance(field, ManyToManyField)
        words = "old code does not fill it: give it db_default, or null=True"
        return "" if filled else f"{named(operation)}: {words}"
    return named(operation)


def named(operation: Operation) -> str:
    """The operation in its own words."""
    return operation.describe()


def tables_of(migrations: Iterable[Migration]) -> set[str]:
    """The models that migrations make."""
    return {
        f"{migration.app_label}.{operation.name}".lower()
        for migration in migrations
        for operation in migration.operations
        if isinstance(operation, operations.CreateModel)
    }


if __name__ == "__main__":
    django.setup()
    sys.stdout.write("# The migrations of the last release, written by `make released`.\n")
    sys.stdout.writelines(f"{app} {name}\n" for app, name in sorted(present()))
