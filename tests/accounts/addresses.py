"""Every URL of the site."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

FILLED = {"int": "1", "uuid": "00000000-0000-0000-0000-000000000000"}
OTHER = "ana"
"""A value for any part of a URL that is no number; it need not exist."""


def paths(resolver: URLResolver | None = None, above: str = "/") -> Iterator[str]:
    """Every URL of the site and the admin, with values for its variable parts."""
    for part in (resolver or get_resolver()).url_patterns:
        whole = above + str(part.pattern).removeprefix("^").removesuffix("$")
        if isinstance(part, URLPattern):
            yield re.sub(r"<(?:(\w+):)?\w+>", lambda found: FILLED.get(found[1], OTHER), whole)
        else:
            yield from paths(part, whole)
