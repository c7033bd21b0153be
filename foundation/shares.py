"""Reading many rows in shares, each by a statement of its own that goes on after the last row of the one before.

`iterator()` reads one statement bit by bit, but only with a cursor of the server. Behind a pooler of transactions there
is none, and the one statement would bring all rows at once.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet

M = TypeVar("M", bound=Model)
R = TypeVar("R")


def in_shares(rows: QuerySet[M, R], size: int, *, by: Sequence[str] = ("pk",)) -> Iterator[R]:
    """Yield rows in the order of these columns, which together are unique and never null, all up or all down.

    Rows of `values_list` begin with them. A row that is there all the time comes once; one that is added or deleted
    meanwhile may come.
    """
    names = [name.removeprefix("-") for name in by]
    rest = rows = rows.order_by(*by)
    while share := list(rest[:size]):
        last: Any = share[-1]
        # Who deletes a row takes its key away.
        key = last[: len(names)] if isinstance(last, tuple) else [attrgetter(name)(last) for name in names]
        yield from share
        if len(share) < size:
            return
        rest = rows_after(rows, key, by=by)


def rows_after(rows: QuerySet[M, R], key: Sequence[Any], *, by: Sequence[str]) -> QuerySet[M, R]:
    """Return the rows that come after this key in the order of these columns."""
    names, beyond = [name.removeprefix("-") for name in by], "lt" if by[0].startswith("-") else "gt"
    after = Q()
    for place, name in enumerate(names):
        after |= Q(**dict(zip(names[:place], key, strict=False)), **{f"{name}__{beyond}": key[place]})
    # The first condition follows from the second, but only it is found in an index.
    return rows.filter(Q(**{f"{names[0]}__{beyond}e": key[0]}) & after)
