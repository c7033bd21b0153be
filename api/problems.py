"""Errors as `application/problem+json` (RFC 9457), each with a stable code."""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Protocol, runtime_checkable

import msgspec
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpResponse
from django.utils.translation import gettext, gettext_lazy
from rest_framework import exceptions
from rest_framework.response import Response

from api.messages import ApiResponse
from api.valid_values import valid_values
from foundation.language import Words

CONTENT_TYPE = "application/problem+json"


class FieldProblem(ApiResponse):
    """A problem with one field."""

    field: str
    """A JSON pointer into the body such as `/actions/0`, or the name of a parameter or header."""
    code: str
    detail: str


class Problem(ApiResponse):
    """Why a request was refused. `code` never changes its meaning; `detail` is a sentence for people."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: list[FieldProblem]


class Refusal(exceptions.APIException):
    """A refused request, with the field that is the reason."""

    def __init__(self, status: int, code: str, detail: Words, *, field: str = "", field_code: str = "") -> None:
        super().__init__(detail, code)
        self.status_code = status
        self.errors = [FieldProblem(field=field, code=field_code or code, detail=str(detail))] if field else []


@runtime_checkable
class SaysWhy(Protocol):
    """The interface of exceptions that services raise to refuse something."""

    status: int
    code: str
    message: str


SENTENCES = {
    400: ("bad_request", gettext_lazy("This request cannot be read. Check it against the documentation.")),
    403: ("forbidden", gettext_lazy("You may not do this. Check whose token you use, and its scopes.")),
    404: ("not_found", gettext_lazy("It does not exist, or you may not see it.")),
    405: (
        "method_not_allowed",
        gettext_lazy("This URL does not support this method. The header Allow lists those it supports."),
    ),
    408: ("body_too_slow", gettext_lazy("The body did not arrive in time. Send it again.")),
    413: ("body_too_large", gettext_lazy("The body is too large. Send less at once.")),
    415: ("content_type_not_json", gettext_lazy("Send the body as JSON, with Content-Type: application/json.")),
    429: ("too_many_requests", gettext_lazy("Too many requests. Wait as long as Retry-After says.")),
    500: ("broken", gettext_lazy("The site failed. It is not your fault; try again later.")),
}
NOT_POSSIBLE = gettext_lazy("This is not possible.")
RENAMED = {"not_authenticated": "token_missing", "permission_denied": "forbidden"}
MISSING = gettext_lazy("Send a token as “Authorization: Bearer …”. Create one on your account page, under Tokens.")
ELSE = "*"
"""In error fields: the field for all other refusals with 400. "" means no field."""
HEADERS = {"unsupported_media_type": "Content-Type", "scope_missing": "Authorization", "csrf_failed": "X-CSRFToken"}
"""The header that is the reason, by the framework's error code."""
# Codes whose sentence by Django REST framework is replaced, as ours says what to do.
OURS = frozenset({"method_not_allowed", "unsupported_media_type", "throttled", "not_found", "permission_denied"})


def problem(status: int, code: str = "", detail: str = "", errors: Sequence[FieldProblem] = ()) -> Problem:
    """Return a problem with this status. Code and sentence have defaults."""
    usual_code, sentence = SENTENCES.get(status, ("refused", NOT_POSSIBLE))
    return Problem(
        type="about:blank",
        title=HTTPStatus(status).phrase,
        status=status,
        code=code or usual_code,
        detail=detail or str(sentence),
        errors=list(errors),
    )


def problem_page(status: int, request_id: str = "") -> HttpResponse:
    """Respond to an error outside the API's views, such as an unknown URL."""
    found = problem(status)
    detail = found.detail
    if request_id:
        asked = gettext("{detail} Name this request to the operator: {request_id}.")
        detail = asked.format(detail=found.detail, request_id=request_id)
    body = msgspec.json.encode(problem(status, detail=detail))
    return HttpResponse(body, content_type=CONTENT_TYPE, status=status)


# Services raise `DoesNotExist` if something does not exist.
def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Turn an exception of a view into a problem response. Return None for an unexpected exception."""
    found = problem_of(error, _with_error_fields(context))
    if found is None:
        return None
    headers = _headers(error)
    return Response(found, status=found.status, headers=headers, content_type=CONTENT_TYPE)


def _with_error_fields(context: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the operation's error fields, by the code of the refusal."""
    method = str(getattr(context.get("request"), "method", "")).lower()
    found: Mapping[str, str] = getattr(getattr(context.get("view"), method, None), "error_fields", {})
    return found


def problem_of(error: Exception, error_fields: Mapping[str, str]) -> Problem | None:
    """Return what an exception means, or None if it is unexpected. `error_fields`: those of the operation."""
    if isinstance(error, Http404 | ObjectDoesNotExist):
        return problem(404)
    if isinstance(error, PermissionDenied):
        return problem(403)
    if isinstance(error, exceptions.APIException):
        return _of_framework(error)
    if isinstance(error, SaysWhy):
        field = error_fields.get(error.code, error_fields.get(ELSE) if error.status == 400 else None)
        errors = [FieldProblem(field=field, code=error.code, detail=error.message)] if field else []
        return problem(error.status, error.code, error.message, errors)
    return None


def _of_framework(error: exceptions.APIException) -> Problem:
    code, detail = str(error.get_codes()), str(error.detail)
    if code in OURS:
        found = problem(error.status_code)
    else:
        message = str(MISSING) if code == "not_authenticated" else detail
        found = problem(error.status_code, RENAMED.get(code, code), message, getattr(error, "errors", ()))
    if header := HEADERS.get(code, "Authorization" if found.status == 401 else ""):
        found.errors = [FieldProblem(field=header, code=found.code, detail=found.detail)]
    return found


def _headers(error: Exception) -> dict[str, str]:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if (wait := getattr(error, "wait", None)) is not None:
        headers["Retry-After"] = str(max(1, int(wait)))
    return headers


_OUTSIDE = re.compile(r"invalid enum value", re.IGNORECASE)
_PATH = re.compile(r" - at (?:`key` in )?`\$(?P<path>[^`]*)`$")
# A client may send any name.
_FIELD = re.compile(r"(?P<what>missing required|unknown) field `(?P<name>.*)`", re.DOTALL)


def refusal_of(error: msgspec.ValidationError, kind: Any, *, at: str = "", parameter: bool = False) -> Refusal:
    """Turn a validation error of a type into a refusal that names the field. `at` is the value's place in the body."""
    text = str(error)
    sentence = _PATH.sub("", text)
    path = found["path"] if (found := _PATH.search(text)) else ""
    pointer = at + re.sub(r"\.|\[(?=\d)", "/", path.replace("[...]", "/*")).replace("]", "")
    named = _FIELD.search(sentence)
    if named:
        name = named["name"] if parameter else named["name"].replace("~", "~0").replace("/", "~1")
        pointer = f"{pointer}/{name}"
    field = pointer.removeprefix("/") if parameter else pointer or "/"
    if named is None:
        return Refusal(400, "field_invalid", _choose_words(sentence, kind, path) or f"{sentence}.", field=field)
    if named["what"] == "unknown":
        return Refusal(400, "field_unknown", f"{sentence}.", field=field)
    return Refusal(400, "field_missing", f"{sentence}.", field=field)


def _choose_words(sentence: str, kind: Any, path: str) -> str:
    """Return a sentence with the values of an enumeration if another one was sent, or ""."""
    values = valid_values(kind, path) if _OUTSIDE.match(sentence) else ()
    if not values:
        return ""
    return gettext("Send one of these values: {values}.").format(values=", ".join(f"`{value}`" for value in values))
