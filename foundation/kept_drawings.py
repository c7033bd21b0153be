"""Pieces are drawn once for each language and then kept: a page shows the same few faces again and again."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec

from django.template import Library
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from foundation.language import language_read

Drawn = dict[str, Any]
Given = ParamSpec("Given")

KEPT = 1024
"""How many drawings are kept for each kind of piece. Most take a few hundred bytes."""


def kept_drawing(template: str) -> Callable[[Callable[Given, Drawn]], Callable[Given, SafeString]]:
    """Draw with a template what a function makes of its arguments alone, which can be hashed."""

    def decorated(context_of: Callable[Given, Drawn]) -> Callable[Given, SafeString]:
        @lru_cache(KEPT, typed=True)
        def kept(_language: str, *given: Any, **named: Any) -> SafeString:
            return render_to_string(template, context_of(*given, **named))

        @wraps(context_of)
        def drawn(*given: Any, **named: Any) -> SafeString:
            return kept(language_read(), *given, **named)

        return drawn

    return decorated


def draws(register: Library, template: str) -> Callable[[Callable[Given, Drawn]], Callable[Given, Drawn]]:
    """Register a tag that draws a piece with a template, as `kept_drawing` does; it decorates the same function."""

    def registered(context_of: Callable[Given, Drawn]) -> Callable[Given, Drawn]:
        register.simple_tag(kept_drawing(template)(context_of))
        return context_of

    return registered
