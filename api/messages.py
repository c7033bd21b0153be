"""What travels over the interface, as types: checked when it comes, and described in the schema."""

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

REF = "#/components/schemas/{name}"


class ApiResponse(msgspec.Struct):
    """Base of what is sent to programs."""


class ApiRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Base of what programs send, as a body or as parameters. A field that nobody knows is refused."""


class Nothing(ApiRequest):
    """An empty object."""


B = TypeVar("B", bound=ApiRequest)

Line = Annotated[str, Meta(max_length=200, pattern=r"^[^\x00\r\n]*$")]
"""One line of text."""
Text = Annotated[str, Meta(max_length=4000, pattern=r"^[^\x00]*$")]
"""Text of several lines."""
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Limit = Annotated[int, Meta(ge=1, le=100, description="How many at most.")]
Cursor = Annotated[
    str, Meta(max_length=400, description="Where to go on: `next_cursor` of the page before. Do not make your own.")
]


class PageQuery(ApiRequest):
    """Which part of a list."""

    cursor: Cursor = ""
    limit: Limit = 50


FIRST = PageQuery()
"""The first page of a list."""

_known: dict[str, type] = {}


def ref(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """A reference to a type's description, which the schema will hold."""
    name = kind.__name__
    if _known.setdefault(name, kind) is not kind:
        raise TypeError(f"Two types are called {name}: {kind.__module__} and {_known[name].__module__}.")
    return {"$ref": REF.format(name=name)}


def components() -> dict[str, Any]:
    """The descriptions of all types that were referred to."""
    return msgspec.json.schema_components(list(_known.values()), ref_template=REF)[1]


def properties(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The description of each field of a type without nested ones."""
    found = msgspec.json.schema_components([kind])[1][kind.__name__]
    return dict(found["properties"])
