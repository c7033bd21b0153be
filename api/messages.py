"""Types of requests and responses. Requests are validated by them, and the schema describes them."""

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from foundation.field_docs import add_field_docs

REF = "#/components/schemas/{name}"


class ApiResponse(msgspec.Struct):
    """Base class of responses."""


class ApiRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Base class of request bodies and parameters. Unknown fields are refused."""


class Nothing(ApiRequest):
    """An empty object."""


B = TypeVar("B", bound=ApiRequest)

Line = Annotated[str, Meta(max_length=200, pattern=r"^[^\x00\r\n]*$")]
"""One line of text."""
Text = Annotated[str, Meta(max_length=4000, pattern=r"^[^\x00]*$")]
"""Text of several lines."""
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Limit = Annotated[int, Meta(ge=1, le=100, description="The maximum number of results.")]
Cursor = Annotated[str, Meta(max_length=400, description="`next_cursor` of the previous page. Do not make your own.")]
NextCursor = Annotated[str | None, Meta(description="Send it as `cursor` for the next page; null on the last one.")]


class PageQuery(ApiRequest):
    """Which page of a list to return."""

    cursor: Cursor = ""
    limit: Limit = 50


FIRST = PageQuery()
"""The first page of a list."""

_known: dict[str, type] = {}


def ref(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return a reference to a type, and add the type to the schema."""
    name = kind.__name__
    if _known.setdefault(name, kind) is not kind:
        raise TypeError(f"Two types are called {name}: {kind.__module__} and {_known[name].__module__}.")
    return {"$ref": REF.format(name=name)}


def components() -> dict[str, Any]:
    """Return the JSON Schemas of all referenced types."""
    kinds = list(_known.values())
    found = msgspec.json.schema_components(kinds, ref_template=REF)[1]
    add_field_docs(found, kinds)
    return found


def properties(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON Schema of each field of a type without nested types."""
    found = msgspec.json.schema_components([kind])[1][kind.__name__]
    return dict(found["properties"])
