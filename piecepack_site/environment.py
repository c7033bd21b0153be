"""The environment, and whether it makes the site a server."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured


def _named(read: Callable[..., Any]) -> Callable[..., Any]:
    """Name the variable in an error, which `environ` does only if it is missing."""

    @wraps(read)
    def named(self: environ.Env, var: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return read(self, var, *args, **kwargs)
        except (ValueError, ImproperlyConfigured) as error:
            if var in str(error):
                raise
            raise ImproperlyConfigured(f"{var}: {error}") from error

    return named


class _Env(environ.Env):  # type: ignore[misc]
    get_value = _named(environ.Env.get_value)
    str = _named(environ.Env.str)
    email = _named(environ.Env.email)


env = _Env()
EMBEDDED = not env.str("DATABASE_URL", default="")
