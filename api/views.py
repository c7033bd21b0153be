"""The base of all operations: requests are validated, replies described, and writes carried out once.

Example, a complete module of an app's API::

    class Greeting(ApiResponse):
        words: str

    class GreetingView(ApiView):
        @operation("Be greeted", scope=Scope.READ, reply=Greeting)
        def get(self, request: Request) -> Greeting:
            return Greeting(words=f"Hello {request.user}.")
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import wraps
from types import MappingProxyType
from typing import Any, TypeVar, cast

import msgspec
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.idempotency import Done, do_once
from api.messages import ApiRequest, ApiResponse, Nothing
from api.problems import Refusal, refusal_of
from api.schema import OperationDoc, describe
from api.scopes import Scope
from foundation.language import reading_in

Handler = TypeVar("Handler", bound=Callable[..., Any])
WRITING = ("post", "put", "patch", "delete")
BODILESS = ("get", "delete")


@dataclass(frozen=True)
class Reply:
    """A reply with headers or a status of its own."""

    data: ApiResponse | None
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int | None = None


class ApiView(APIView):
    """Base class of the API's views. Each method is an `operation`."""

    # The schema says what OPTIONS would, so that `Allow` does not offer it.
    http_method_names = ("get", "post", "put", "delete", "head")

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer in the language that the user chose, whom a token makes known only here."""
        with ExitStack() as self.reading:
            return super().dispatch(request, *args, **kwargs)

    def perform_authentication(self, request: Request) -> None:
        """Find out who asks, and read in their language until the reply."""
        super().perform_authentication(request)
        # A socket keeps the language in which it was opened.
        opened_in = getattr(request._request, "scope", {}).get("language", "")
        self.reading.enter_context(reading_in(opened_in or getattr(request.user, "language", "")))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the request. Count refused ones too, so that nobody can guess tokens."""
        try:
            super().initial(request, *args, **kwargs)
        except (AuthenticationFailed, NotAuthenticated, PermissionDenied):
            self.check_throttles(request)
            raise

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Response:
        """Let no cache keep the answer. Programs keep the ETag and ask with it."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final.headers.setdefault("Cache-Control", "private, no-store")
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
    busy: bool = False,
    before: Callable[..., Mapping[str, Any]] | None = None,
    error_fields: Mapping[str, str] = MappingProxyType({}),
) -> Callable[[Handler], Handler]:
    """Turn a method of an `ApiView` into an operation.

    It gets the parts of the URL by name, `query` and `body` as validated values if declared, and `now` if it writes.
    It returns a response or a `Reply`. `error_fields` maps the codes of refusals to the field that is the reason. Pass
    `keyed=False` if the work must not run in a transaction, as it calls another machine; then requests take no
    idempotency key. `before` gets the request, the parts of the URL, `query` and `body` before that transaction begins,
    to do what takes long or is to stand if the work is refused, and returns more values for the method. Either may
    answer 503 if the operation is `busy`. DELETE takes parameters instead of a body, as not every client and proxy
    sends one.
    """

    def decorate(method: Handler) -> Handler:
        writes, has_key = method.__name__ in WRITING, keyed and method.__name__ in WRITING
        if body and method.__name__ in BODILESS:
            raise TypeError(f"{method.__name__.upper()} has no body: take parameters.")
        _check_error_fields(error_fields, body, query)

        @wraps(method)
        def handle(view: ApiView, request: Request, **path: Any) -> HttpResponseBase:
            given, now = _validate(request, query, body), timezone.now()
            moment = {"now": now} if writes else {}
            found = before(request, **path, **given) if before else {}

            def work() -> Done:
                return _reply_of(method(view, request, **path, **given, **found, **moment), status)

            return _response(do_once(request, now, work) if has_key else work())

        handle.scope = scope  # type: ignore[attr-defined]
        handle.error_fields = error_fields  # type: ignore[attr-defined]
        doc = OperationDoc(summary, method.__doc__ or "", reply, body, query, status)
        return cast(Handler, describe(doc, writes=writes, keyed=has_key, etag=etag, busy=busy)(handle))

    return decorate


def _check_error_fields(
    error_fields: Mapping[str, str], body: type[ApiRequest] | None, query: type[ApiRequest] | None
) -> None:
    """Raise `TypeError` if the operation has no such field."""
    known = {f"/{name}" for name in (body.__struct_fields__ if body else ())}
    known.update(query.__struct_fields__ if query else ())
    # Only the first part of a pointer into the body is checked.
    if unknown := {field for field in error_fields.values() if field and "/".join(field.split("/")[:2]) not in known}:
        raise TypeError(f"The operation has no field {min(unknown)}.")


def _validate(request: Request, query: type[ApiRequest] | None, body: type[ApiRequest] | None) -> dict[str, ApiRequest]:
    """Return the validated query and body. Raises `Refusal`."""
    given: dict[str, ApiRequest] = {}
    if query:
        given["query"] = _query(request, query)
    else:
        _query(request, Nothing)
    if body:
        given["body"] = _body(request, body)
    return given


def _query(request: Request, kind: type[ApiRequest]) -> ApiRequest:
    """Return the validated URL parameters, of which none is a list. Raises `Refusal`."""
    for name, values in request.query_params.lists():
        if len(values) > 1:
            detail = gettext("This parameter is sent more than once. Send it once.")
            raise Refusal(400, "parameter_twice", detail, field=name)
    try:
        return msgspec.convert(request.query_params.dict(), kind, strict=False)
    except msgspec.ValidationError as error:
        raise refusal_of(error, kind, parameter=True) from error


def _body(request: Request, kind: type[ApiRequest]) -> ApiRequest:
    """Return the validated body. Raises `Refusal`."""
    try:
        return msgspec.convert(request.data, kind)
    except msgspec.ValidationError as error:
        raise refusal_of(error, kind) from error


def _reply_of(given: Any, status: int) -> Done:
    reply = given if isinstance(given, Reply) else Reply(given)
    return Done(reply.status or status, dict(reply.headers), reply.data)


def _response(done: Done) -> Response:
    return Response(done.data, status=done.status, headers=done.headers)
