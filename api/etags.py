"""Tags of replies, so that what has not changed is not sent again."""

from typing import Any

from django.utils.crypto import salted_hmac
from django.utils.http import parse_etags
from rest_framework.request import Request

SALT = "api.etag"


def tag_of(*facts: Any) -> str:
    """A tag of facts that the reader may know. It is keyed, so that nobody can try out guesses against it."""
    return f'"{salted_hmac(SALT, repr(facts), algorithm="sha256").hexdigest()[:32]}"'


def is_unchanged(request: Request, tag: str) -> bool:
    """Whether the reader has this already."""
    given = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in given or tag in {text.removeprefix("W/") for text in given}
