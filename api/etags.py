"""ETags, so that unchanged replies are not sent again."""

from typing import Any

from django.utils.crypto import salted_hmac
from django.utils.http import parse_etags
from rest_framework.request import Request

from foundation.language import language_read

SALT = "api.etag"


def tag_of(*facts: Any) -> str:
    """Return an ETag for facts that the reader may know, in one language. Its key keeps guesses from being tested."""
    return f'"{salted_hmac(SALT, repr((language_read(), *facts)), algorithm="sha256").hexdigest()[:32]}"'


def is_unchanged(request: Request, tag: str) -> bool:
    """True if the client already has the reply with this tag."""
    given = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in given or tag in {text.removeprefix("W/") for text in given}
