"""Queries of the hot paths, whose SQL Django writes once for the process instead of once for each run.

To build a query and write its SQL takes Django several times as long as a database takes to answer it. A kept query
is still the ORM's own: only the values differ from run to run, as in a prepared statement.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import repeat
from typing import Any, Generic, TypeVar, overload

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet, Value
from django.db.models.base import ModelState
from django.db.models.query import get_related_populators
from django.db.transaction import TransactionManagementError

from foundation.kept_sql import KeptSql

LEAST, MOST = -(2**63), 2**63 - 1
"""The numbers that a column can hold."""
M = TypeVar("M", bound=Model)
N = TypeVar("N", bound=Model)
L = TypeVar("L", bound=Model)


@dataclass(frozen=True)
class _Given:
    """A value that each run gives."""

    name: str


def given(name: str) -> Value:
    """Stand in a query for a number, a text, a day or a moment that each run gives."""
    return Value(_Given(name))


@dataclass(frozen=True)
class _Written:
    """The SQL of a query, and how its rows become instances."""

    sql: str
    values: Sequence[Any]
    model: type[Model]
    names: list[str]
    columns: slice
    related: Sequence[Any]
    annotations: dict[str, int]
    converters: Sequence[tuple[int, Sequence[Any], Any]]
    locks: bool


class KeptQuery(Generic[M]):
    """A query that Django has written once; `build` says it with `given(...)` where values come later."""

    def __init__(self, build: Callable[[], QuerySet[M]]) -> None:
        self._build = build

    @cached_property
    def _written(self) -> _Written:
        queryset = self._build()
        compiler = queryset.query.get_compiler(using=DEFAULT_DB_ALIAS)
        sql, values = _with_what_is_the_same(*compiler.as_sql())
        select, klass = compiler.select, compiler.klass_info
        columns = slice(klass["select_fields"][0], klass["select_fields"][-1] + 1)
        converters = compiler.get_converters(expression for expression, _, _ in select)
        return _Written(
            sql=sql,
            values=values,
            model=klass["model"],
            names=[column[0].target.attname for column in select[columns]],
            columns=columns,
            related=get_related_populators(klass, select, DEFAULT_DB_ALIAS),  # type: ignore[call-arg]
            annotations=compiler.annotation_col_map or {},
            converters=[(at, kinds, expression) for at, (kinds, expression) in converters.items()],
            locks=queryset.query.select_for_update,
        )

    def asked(self, **values: Any) -> "Asked[M]":
        """Return the query with these values, to be run with others."""
        return Asked(self._written, values)

    def rows(self, **values: Any) -> list[M]:
        """Run the query with these values. A number that no column can hold finds nothing.

        Raises `TransactionManagementError` if it locks outside of a transaction.
        """
        (found,) = _run([self.asked(**values)])
        return found

    def first(self, **values: Any) -> M | None:
        """Run the query and return its first row, if there is one."""
        return next(iter(self.rows(**values)), None)

    def get(self, **values: Any) -> M:
        """Run the query and return its first row. Raises the model's `DoesNotExist` if there is none."""
        found = self.first(**values)
        if found is None:
            raise self._written.model.DoesNotExist  # type: ignore[attr-defined]
        return found


class KeptQueryOfMany(Generic[M]):
    """A query for a list of numbers that each run gives. `build` gets a placeholder for each.

    One is kept for each length, rounded up to a power of two: the last number fills the list.
    """

    def __init__(self, build: Callable[[list[Any]], QuerySet[M]]) -> None:
        self._build = build
        self._of_length: dict[int, KeptQuery[M]] = {}

    def rows(self, numbers: Collection[int]) -> list[M]:
        """Run the query with these numbers; without any, there are no rows."""
        (found,) = _run([self.asked(numbers)]) if numbers else ([],)
        return found

    def asked(self, numbers: Collection[int]) -> "Asked[M]":
        """Return the query with these numbers, at least one, to be run with others."""
        length = 1 << (len(numbers) - 1).bit_length()
        names = [f"number_{place}" for place in range(length)]
        if length not in self._of_length:
            self._of_length[length] = KeptQuery(lambda: self._build([given(name) for name in names]))
        known = [number for number in numbers if LEAST <= number <= MOST] or [0]
        filled = [*known, *repeat(known[-1], length - len(known))]
        return self._of_length[length].asked(**dict(zip(names, filled, strict=True)))


@dataclass(frozen=True)
class Asked(Generic[M]):
    """A kept query with the values of one run."""

    written: _Written
    values: dict[str, Any]

    @property
    def is_in_vain(self) -> bool:
        """True if no column can hold one of the numbers."""
        return any(isinstance(value, int) and not LEAST <= value <= MOST for value in self.values.values())

    def values_for(self, connection: Any) -> list[Any]:
        """Return the values of the SQL in their order."""
        adapted = {name: _adapted(connection, value) for name, value in self.values.items()}
        return [adapted[value.name] if isinstance(value, _Given) else value for value in self.written.values]


@overload
def rows_together(first: Asked[M], second: Asked[N], /) -> tuple[list[M], list[N]]: ...
@overload
def rows_together(first: Asked[M], second: Asked[N], third: Asked[L], /) -> tuple[list[M], list[N], list[L]]: ...
def rows_together(*asked: Asked[Any]) -> tuple[list[Any], ...]:
    """Run queries one after the other, in one round trip. Each sees what was committed while the one before waited.

    Raises `TransactionManagementError` if one locks outside of a transaction.
    """
    return tuple(_run(asked))


def _run(asked: Sequence[Asked[Any]]) -> list[list[Any]]:
    connection = connections[DEFAULT_DB_ALIAS]
    if any(one.written.locks for one in asked) and not connection.in_atomic_block:
        raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
    if any(one.is_in_vain for one in asked):
        return [[] if one.is_in_vain else _run([one])[0] for one in asked]
    with connection.cursor() as cursor:
        return [
            [_instance(one.written, _converted(one.written, connection, row)) for row in rows]
            for one, rows in zip(asked, _fetched(connection, cursor, asked), strict=True)
        ]


def _fetched(connection: Any, cursor: Any, asked: Sequence[Asked[Any]]) -> Iterator[Sequence[Any]]:
    """Yield the rows of each query. SQLite takes one statement at a time, and has no round trips."""
    if connection.vendor != "postgresql":
        for one in asked:
            cursor.execute(one.written.sql, one.values_for(connection))
            yield cursor.fetchall()
        return
    values = [value for one in asked for value in one.values_for(connection)]
    cursor.execute(KeptSql(*[one.written.sql for one in asked]), values)
    yield cursor.fetchall()
    for _ in asked[1:]:
        cursor.nextset()
        yield cursor.fetchall()


def _with_what_is_the_same(sql: str, values: Sequence[Any]) -> tuple[str, Sequence[Any]]:
    """Write into SQL the values that no run gives, and return the others.

    Of a statement that was prepared, PostgreSQL would not see that it finds only rows that an index of some rows holds.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "postgresql":
        return sql, values
    write: Any = connection.ops.compose_sql  # type: ignore[attr-defined] # only PostgreSQL's
    places = ["%s" if isinstance(value, _Given) else write("%s", [value]).replace("%", "%%") for value in values]
    return sql.replace("%%", "%%%%") % tuple(places), [value for value in values if isinstance(value, _Given)]


def keep_related(instance: Model, name: str, rows: Sequence[Model]) -> None:
    """Give an instance these rows as its related ones `name`, as `prefetch_related` does."""
    found = getattr(instance, name).all()
    found._result_cache, found._prefetch_done = list(rows), True
    kept: dict[str, Any] = instance.__dict__.setdefault("_prefetched_objects_cache", {})
    kept[name] = found


def _adapted(connection: Any, value: Any) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_datefield_value(value) if isinstance(value, date) else value


def _converted(written: _Written, connection: Any, row: Sequence[Any]) -> Sequence[Any]:
    if not written.converters:
        return row
    changed = list(row)
    for at, kinds, expression in written.converters:
        for convert in kinds:
            changed[at] = convert(changed[at], expression, connection)
    return changed


def _instance(written: _Written, row: Sequence[Any]) -> Any:
    """Return the instance of a row with its related ones, as `ModelIterable` makes it."""
    made = _made(written.model, written.names, row[written.columns])
    for related in written.related:
        _populate(related, row, made)
    for name, at in written.annotations.items():
        setattr(made, name, row[at])
    return made


def _populate(related: Any, row: Sequence[Any], owner: Any) -> None:
    """Give an instance a related one of the same row, as Django's `RelatedPopulator` does."""
    reordered = related.reorder_for_init
    values = reordered(row) if reordered else row[related.cols_start : related.cols_end]
    made = None if values[related.pk_idx] is None else _made(related.model_cls, related.init_list, values)
    if made is not None:
        for further in related.related_populators:
            _populate(further, row, made)
    related.local_setter(owner, made)
    if made is not None:
        related.remote_setter(made, owner)


def _made(model: type[Model], names: Sequence[str], values: Sequence[Any]) -> Any:
    """Return what `from_db` makes, which sets each column by itself and sends two signals that nobody listens for.

    A column that was not asked for is absent, as Django has it.
    """
    made: Any = model.__new__(model)
    made.__dict__.update(zip(names, values, strict=True))
    made.__dict__["_state"] = state = ModelState()
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    return made
