"""Headers of every page that Django does not set."""

from collections.abc import Callable
from functools import cache

from csp.constants import HEADER
from csp.middleware import CheckableLazyObject, CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

# The site uses none of these, so a script that got in cannot use them either.
UNUSED = (
    "accelerometer",
    "autoplay",
    "browsing-topics",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)
Answerer = Callable[[HttpRequest], HttpResponse]


def permissions_policy(get_response: Answerer) -> Answerer:
    """Switch off what browsers offer and the site does not use."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return answer


class KeptPolicy(CSPMiddleware):
    """django-csp's middleware, which builds the policy of an answer without a nonce once for the process."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the policy, unless the view has said its own."""
        has_own = hasattr(request, "_csp_nonce") or any(name.startswith("_csp") for name in vars(response))
        if has_own or settings.DEBUG:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, _usual_policy())
        # The header is written, so a nonce would come too late.
        request.csp_nonce = CheckableLazyObject(self._csp_nonce_post_response)  # type: ignore[attr-defined]
        return response


@cache
def _usual_policy() -> str:
    return build_policy()
