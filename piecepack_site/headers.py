"""Headers of every page that Django does not set."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

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
