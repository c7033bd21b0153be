"""The sentences below the fields of a type, which its JSON Schema passes on to those who write programs."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from msgspec.inspect import StructType, multi_type_info

ROOT = Path(__file__).parent.parent


def add_field_docs(schemas: dict[str, Any], kinds: Iterable[type]) -> None:
    """Describe the fields of these types and of those that they hold, in their JSON Schemas by name."""
    for kind in _within(kinds):
        schema = schemas.get(kind.__name__) or schemas[f"{kind.__module__}.{kind.__qualname__}"]
        properties = schema["properties"]
        for base in reversed(kind.__mro__):
            for name, words in _docs_of(base.__module__).get(base.__name__, {}).items():
                if name in properties:
                    properties[name]["description"] = words


def _within(kinds: Iterable[type]) -> Iterator[type]:
    seen: set[int] = set()
    waiting: list[Any] = list(multi_type_info(kinds))
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif isinstance(one, msgspec.Struct) and id(one) not in seen:
            seen.add(id(one))
            waiting += [getattr(one, name) for name in one.__struct_fields__]
            if isinstance(one, StructType):
                yield one.cls


@cache
def _docs_of(module: str) -> dict[str, dict[str, str]]:
    """Return the sentences in a module of this site, by class and field.

    They are read from the source: Python forgets them, and the module may be compiled.
    """
    path = ROOT.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    source = ast.parse(file.read_text(encoding="utf-8") if file.is_file() else "")
    return {node.name: dict(_sentences(node)) for node in source.body if isinstance(node, ast.ClassDef)}


def _sentences(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for line, below in pairwise(node.body):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and isinstance(below, ast.Expr):
            yield line.target.id, cleandoc(ast.literal_eval(below.value)).replace("\n", " ")
