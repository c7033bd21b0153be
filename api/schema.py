"""The OpenAPI 3.1 schema of the API."""

import re
from collections.abc import Callable
from inspect import cleandoc
from typing import Any, NamedTuple

from drf_spectacular.utils import OpenApiParameter, extend_schema

from api.idempotency import HEADER
from api.messages import ApiRequest, ApiResponse, components, properties, ref
from api.problems import CONTENT_TYPE, Problem

JSON = "application/json"
ALWAYS = (400, 401, 403, 404, 429)
WHEN_WRITING = (409, 422)
WITH_A_BODY = (413, 415)


class OperationDoc(NamedTuple):
    """The description of an operation."""

    summary: str
    description: str
    reply: type[ApiResponse] | None
    body: type[ApiRequest] | None
    query: type[ApiRequest] | None
    status: int


def describe(doc: OperationDoc, *, writes: bool, keyed: bool, etag: bool, busy: bool) -> Callable[[Any], Any]:
    """Return a decorator that describes an operation.

    `keyed` means that it takes an idempotency key, `busy` that the site may ask to try again later.
    """
    summary, description, reply, body, query, status = doc
    refused = (*ALWAYS, *(WHEN_WRITING if writes else ()), *(WITH_A_BODY if body else ()))
    refused += (503,) if busy else ()
    problem = ref(Problem)
    responses: dict[Any, Any] = {(code, CONTENT_TYPE): problem for code in refused}
    responses[(status, JSON) if reply else status] = ref(reply) if reply else None
    if etag:
        responses[304] = None
    parameters = [*_parameters(query), _sent_back("Retry-After", "Seconds to wait.", 429, *((503,) if busy else ()))]
    if keyed:
        parameters += [_header(HEADER, _KEY), _sent_back("Idempotency-Replayed", _AGAIN, status)]
    if etag:
        parameters.append(_header("If-None-Match", "The ETag of an earlier reply: 304 if nothing has changed."))
        parameters.append(_sent_back("ETag", "Send it as If-None-Match.", status, 304))
    return extend_schema(
        operation_id=re.sub(r"\W+", "_", summary).lower(),
        summary=summary,
        description=cleandoc(description),
        request={JSON: ref(body)} if body else None,
        responses=responses,
        parameters=parameters,
    )


_KEY = "Any text of your own. A request sent again with the same key and body within 24 hours is not carried out again."


_AGAIN = "`true` if the request was carried out before, with this key: this is its first reply."


def _header(name: str, description: str) -> OpenApiParameter:
    return OpenApiParameter(name, {"type": "string"}, OpenApiParameter.HEADER, description=description)


def _sent_back(name: str, description: str, *statuses: int) -> OpenApiParameter:
    """Describe a header of replies with these statuses."""
    kind = {"type": "integer" if name == "Retry-After" else "string"}
    return OpenApiParameter(name, kind, OpenApiParameter.HEADER, description=description, response=[*statuses])


def _parameters(query: type[ApiRequest] | None) -> list[OpenApiParameter]:
    """Return a parameter for each field of a query's type."""
    fields = properties(query) if query else {}
    return [
        OpenApiParameter(
            name, {key: value for key, value in schema.items() if key != "description"}, description=_words(schema)
        )
        for name, schema in fields.items()
    ]


def _words(schema: dict[str, Any]) -> str:
    return str(schema.get("description", ""))


def add_schemas(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the types that operations refer to, to the finished schema, and say which bodies must not be left out."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(components())
    for operation in [one for path in result["paths"].values() for one in path.values() if "requestBody" in one]:
        name = operation["requestBody"]["content"][JSON]["schema"]["$ref"].rpartition("/")[2]
        operation["requestBody"]["required"] = bool(schemas[name].get("required"))
    return result
