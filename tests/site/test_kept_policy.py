"""The policy of an answer is the one that django-csp makes, which is asked once for those without a nonce."""

from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from csp.constants import HEADER
from csp.exceptions import CSPNonceError
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from piecepack_site import headers
from piecepack_site.headers import KeptPolicy

View = Callable[[HttpRequest], HttpResponse]


def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def with_nonce(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(request.csp_nonce))  # type: ignore[attr-defined]


def with_more(request: HttpRequest) -> HttpResponse:
    response = HttpResponse()
    response._csp_update = {"img-src": ["https://example.org"]}  # type: ignore[attr-defined]
    return response


def without(request: HttpRequest) -> HttpResponse:
    response = HttpResponse()
    response._csp_exempt = True  # type: ignore[attr-defined]
    return response


def with_its_own(request: HttpRequest) -> HttpResponse:
    return HttpResponse(headers={HEADER: "default-src 'none'"})


def directives(middleware: type[CSPMiddleware], view: View) -> set[str]:
    """The parts of a policy, in which each nonce is the same."""
    request = RequestFactory().get("/")
    response: Any = middleware(view)(request)
    said = response.get(HEADER, "").replace(getattr(request, "_csp_nonce", "") or "no nonce", "nonce")
    return {*said.split("; ")}


@pytest.mark.parametrize("view", [plain, with_nonce, with_more, without, with_its_own])
@pytest.mark.parametrize("debug", [False, True])
def test_a_policy_is_that_of_django_csp(view: View, debug: bool, settings: Any) -> None:
    settings.DEBUG = debug
    for _ in range(2):
        assert directives(KeptPolicy, view) == directives(CSPMiddleware, view)


def test_a_nonce_that_comes_too_late_is_refused() -> None:
    request = RequestFactory().get("/")
    KeptPolicy(plain)(request)
    with pytest.raises(CSPNonceError):
        str(request.csp_nonce)  # type: ignore[attr-defined]


def test_the_policy_without_a_nonce_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built = Mock(wraps=build_policy)
    monkeypatch.setattr(headers, "build_policy", built)
    monkeypatch.setattr("csp.middleware.build_policy", built)
    headers._usual_policy.cache_clear()
    for _ in range(3):
        KeptPolicy(plain)(RequestFactory().get("/"))
    assert built.call_count == 1
