"""The values that a field of a request takes, for a client that sent another one."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import inspect

STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[[^\]]*\]")
"""A step of the path that `msgspec` names: a field, or an item of a list or object."""


_type_info = cache(inspect.type_info)


def valid_values(kind: Any, path: str) -> tuple[str, ...]:
    """Return the values of the enumeration at this place of a type; `path` is as `msgspec` names it."""
    found = [_type_info(kind)]
    for step in STEP.finditer(path):
        found = [inner for one in found for inner in _inside(one, step["name"])]
    return tuple([str(value) for one in found for plain in _plain(one) for value in _values_of(plain)])


def _plain(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Yield the types of a union, without what describes them."""
    if isinstance(kind, inspect.Metadata):
        yield from _plain(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _plain(one)
    else:
        yield kind


def _inside(kind: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    """Yield the types of the field with this name, or of the items if there is none."""
    for one in _plain(kind):
        if isinstance(one, inspect.StructType) and name is not None:
            yield from [field.type for field in one.fields if field.encode_name == name]
        elif isinstance(one, inspect.DictType):
            yield one.value_type
        elif isinstance(one, inspect.CollectionType):
            yield one.item_type
        elif isinstance(one, inspect.TupleType):
            yield from one.item_types


def _values_of(kind: inspect.Type) -> tuple[Any, ...]:
    if isinstance(kind, inspect.LiteralType):
        return tuple(kind.values)
    return tuple([one.value for one in kind.cls]) if isinstance(kind, inspect.EnumType) else ()
