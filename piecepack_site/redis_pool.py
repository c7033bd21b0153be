"""Redis connections shared by all requests of a process."""

from functools import cache
from typing import Any, Self

from redis import ConnectionPool


class SharedPool(ConnectionPool):
    """One pool per URL.

    Django keeps its caches per context, and in an asynchronous server each request has its own. With a pool each, every
    request would open a new connection.
    """

    @classmethod
    @cache
    def from_url(cls, url: str, **options: Any) -> Self:
        """The pool for a URL, created once."""
        return super().from_url(url, **options)
