"""No index is the beginning of another: each is written with every row, and none finds what the longer one does not."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models

OURS = [model for model in apps.get_models() if (settings.BASE_DIR / model.__module__.partition(".")[0]).is_dir()]
Columns = tuple[str, ...]


def indexes_of(model: type[models.Model]) -> Iterator[tuple[Columns, bool]]:
    """The columns of each index over all rows, and whether it is there for its own sake, as it keeps rows unique."""
    yield tuple(column_of(model, field.name) for field in model._meta.pk_fields), True
    for field in model._meta.local_concrete_fields:
        alone = field.primary_key or field.unique
        if alone or getattr(field, "db_index", False):
            yield (column_of(model, field.name),), alone
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint) and constraint.fields and not constraint.condition:
            yield tuple(column_of(model, name) for name in constraint.fields), True
    for index in model._meta.indexes:
        if index.fields and not index.condition:
            yield tuple(column_of(model, name) for name in index.fields), False


def column_of(model: type[models.Model], name: str) -> str:
    """The column of an index, with its sign if it goes down."""
    sign, field = ("-", name[1:]) if name.startswith("-") else ("", name)
    return sign + str(model._meta.get_field(field).column)  # type: ignore[union-attr]


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.label)
def test_no_index_is_the_beginning_of_another(model: type[models.Model]) -> None:
    found = list(indexes_of(model))
    needless = [
        columns
        for at, (columns, needed) in enumerate(found)
        if not needed and any(other[: len(columns)] == columns for place, (other, _) in enumerate(found) if place != at)
    ]
    assert needless == []
