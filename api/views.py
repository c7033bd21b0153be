"""The form of all operations: what comes is checked, what goes is describe, a writing one is done once.

Example, a whole module of an application's interface::

    class Greeting(ApiResponse):
        words: str

    class GreetingView(ApiView):
        @operation("Be greeted", scope=Scope.READ, reply=Greeting)
        def get(self, request: Request) -> Greeting:
            return Greeting(words=f"Hello {request.user}.")
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from types import MappingProxyType
from typing import Any, TypeVar, cast

import msgspec
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.idempotency import Done, once
from api.messages import ApiRequest, ApiResponse, Nothing
from api.problems import refusal_of
from api.schema import OperationDoc, describe
from api.scopes import Scope

Handler = TypeVar("Handler", bound=Callable[..., Any])
WRITING = ("post", "put", "patch", "delete")
BODILESS = ("get", "delete")


@dataclass(frozen=True)
class Reply:
    """What an operation answers, where the type alone does not say it all."""

    data: ApiResponse | None
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int | None = None


class ApiView(APIView):
    """Base of all addresses of the interface; each method is an `operation`."""

    metadata_class = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let in who may be here; whoever may not is counted too, so that nobody tries tokens out."""
        try:
            super().initial(request, *args, **kwargs)
        except (AuthenticationFailed, NotAuthenticated, PermissionDenied):
            self.check_throttles(request)
            raise

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Response:
        """Nobody but the reader may keep a reply, and even they ask whether it still holds."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final.headers.setdefault("Cache-Control", "private, no-cache")
        patch_vary_headers(final, ["Authorization", "Cookie"])
        return final


def operation(
    summary: str,
    *,
    scope: Scope | None,
    reply: type[ApiResponse] | None,
    body: type[ApiRequest] | None = None,
    query: type[ApiRequest] | None = None,
    status: int = 200,
    etag: bool = False,
    keyed: bool = True,
    error_fields: Mapping[str, str] = MappingProxyType({}),
) -> Callable[[Handler], Handler]:
    """Make a method of an `ApiView` an operation.

    It is given the parts of the address by name, `query` and `body` as checked values if it declares
    them, and, where it writes, `now`. It returns its response, or a `Reply`. `error_fields` names the field
    that is the reason when a service refuses with a code. Without `keyed` a request takes no idempotency key: its
    work is no transaction, as it speaks to another machine. DELETE takes parameters and no body, as not every client
    and proxy passes one on.
    """

    def decorate(method: Handler) -> Handler:
        writes, has_key = method.__name__ in WRITING, keyed and method.__name__ in WRITING
        if body and method.__name__ in BODILESS:
            raise TypeError(f"{method.__name__.upper()} has no body: take parameters.")
        _check_error_fields(error_fields, body, query)

        @wraps(method)
        def handle(view: ApiView, request: Request, **path: Any) -> HttpResponseBase:
            given, now = _given(request, query, body), timezone.now()
            moment = {"now": now} if writes else {}

            def work() -> Done:
                return _done(method(view, request, **path, **given, **moment), status)

            return _response(once(request, now, work) if has_key else work())

        handle.scope = scope  # type: ignore[attr-defined]
        handle.error_fields = error_fields  # type: ignore[attr-defined]
        doc = OperationDoc(summary, method.__doc__ or "", reply, body, query, status)
        return cast(Handler, describe(doc, writes=writes, keyed=has_key, etag=etag)(handle))

    return decorate


def _check_error_fields(
    error_fields: Mapping[str, str], body: type[ApiRequest] | None, query: type[ApiRequest] | None
) -> None:
    """Raise `TypeError` if an error field is none of the operation's own."""
    known = {f"/{name}" for name in (body.__struct_fields__ if body else ())}
    known.update(query.__struct_fields__ if query else ())
    # Of a pointer into the body its first part is looked at.
    if unknown := {field for field in error_fields.values() if field and "/".join(field.split("/")[:2]) not in known}:
        raise TypeError(f"The operation has no field {min(unknown)}.")


def _given(request: Request, query: type[ApiRequest] | None, body: type[ApiRequest] | None) -> dict[str, ApiRequest]:
    """What was sent, checked. Raises `Refusal`."""
    given: dict[str, ApiRequest] = {}
    if query:
        given["query"] = _query(request, query)
    else:
        _query(request, Nothing)
    if body:
        given["body"] = _body(request, body)
    return given


def _query(request: Request, kind: type[ApiRequest]) -> ApiRequest:
    """The parameters of the address. Raises `Refusal`."""
    try:
        return msgspec.convert(request.query_params.dict(), kind, strict=False)
    except msgspec.ValidationError as error:
        raise refusal_of(error, parameter=True) from error


def _body(request: Request, kind: type[ApiRequest]) -> ApiRequest:
    """The body as a value. Raises `Refusal`."""
    try:
        return msgspec.convert(request.data, kind)
    except msgspec.ValidationError as error:
        raise refusal_of(error) from error


def _done(given: Any, status: int) -> Done:
    reply = given if isinstance(given, Reply) else Reply(given)
    return Done(reply.status or status, dict(reply.headers), reply.data)


def _response(done: Done) -> Response:
    return Response(done.data, status=done.status, headers=done.headers)
