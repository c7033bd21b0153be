"""Connections to Redis that all requests of a process share."""

from functools import cache
from typing import Any, Self

from redis import ConnectionPool


class SharedPool(ConnectionPool):
    """One pool for each address, whoever asks.

    Django keeps its caches by context, and at an asynchronous server each request is a context of its own: with
    pools of their own, each request would open a connection anew.
    """

    @classmethod
    @cache
    def from_url(cls, url: str, **options: Any) -> Self:
        """The pool of an address, made once."""
        return super().from_url(url, **options)
