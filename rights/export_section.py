"""One section of an archive."""

from collections.abc import Callable
from typing import Any, NamedTuple

from accounts.models import User
from foundation.language import Words

Rows = list[dict[str, Any]]


class ExportSection(NamedTuple):
    """One section of an archive."""

    name: str
    title: Words
    of: tuple[str, ...]
    """The relations to users that it covers, as `app.Model.field`."""
    rows: Callable[[User], Rows]


def rows_of(manager: Any, *columns: str) -> Rows:
    """The rows of a manager or query, in the order they were made."""
    return list(manager.order_by("pk").values(*columns))
