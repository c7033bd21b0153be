"""Pieces drawn beside their names in sentences."""

import re
from functools import cache

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from foundation.drawings import drawing_of, pieces_by_name
from foundation.language import language_read

register = template.Library()


@register.filter
def with_pieces(words: str) -> SafeString:
    """Draw each piece that a sentence names as a small one before its name: "the 5 of Suns"."""
    named, pattern = _named(language_read())

    def drawn(found: re.Match[str]) -> str:
        piece = drawing_of(named[found[0]])
        return f'<span class="inline-piece">{piece}</span>&#8288;&nbsp;{found[0]}'

    return mark_safe(pattern.sub(drawn, escape(words)))  # noqa: S308 - escaped; the pieces are our own templates


@cache
def _named(language: str) -> tuple[dict[str, str], re.Pattern[str]]:
    """Each piece by its name in the language that is read now, and what finds these names."""
    named = {str(escape(name)): piece for name, piece in pieces_by_name().items()}
    # The longest first: one name may be the beginning of another.
    names = sorted(named, key=len, reverse=True)
    return named, re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
