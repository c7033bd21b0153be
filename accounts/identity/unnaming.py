"""Replace a user's name in what others wrote."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Model

from accounts.values.names import name_found


def unname_row(row: Model, columns: tuple[str, ...], names: Iterable[str], called: str) -> None:
    """Replace these names in the text and JSON columns of a row; save it if that changed anything."""
    before = [getattr(row, column) for column in columns]
    for name in names:
        for column in columns:
            setattr(row, column, _replaced(getattr(row, column), name, called))
    if before != [getattr(row, column) for column in columns]:
        row.save(update_fields=columns)


def _replaced(value: Any, name: str, called: str) -> Any:
    """The value with the name replaced, in a text or in all texts of an object."""
    if isinstance(value, Mapping):
        return {key: _replaced(part, name, called) for key, part in value.items()}
    return name_found(name).sub(called, value) if isinstance(value, str) else value
