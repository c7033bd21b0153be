"""Template tags for the language of a page, and for its versions in other languages."""

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest

from engine.language import say
from foundation.language import direction, is_choice, is_english, language_read, with_more

register = template.Library()


@register.simple_tag
def html_language() -> str:
    """Return the reader's language as pages name it: "en-GB", "de"."""
    language, _, region = language_read().partition("-")
    return f"{language}-{region.upper()}" if region else language


@register.simple_tag
def in_this_language() -> str:
    """Return the query of an address that a program will read, which names no language of its own: "?lang=de"."""
    return f"?lang={language_read()}" if is_choice() else ""


register.filter("translated", say)
register.filter("with_more", with_more)
register.simple_tag(direction, name="html_direction")


@register.filter
def lower_in_english(words: str) -> str:
    """Put words within a sentence; in other languages, such as German, some keep their capitals there."""
    return words.lower() if is_english() else words


@register.inclusion_tag("_languages.html", takes_context=True)
def languages_of_page(context: template.Context, form: str = "links") -> dict[str, Any]:
    """Show the versions of a page that visitors may open: as `links` to read, or as `alternates` for search engines."""
    request: HttpRequest | None = context.get("request")
    if request is None or not is_choice() or getattr(context.get("user"), "pk", None):
        return {"form": form, "languages": ()}
    return {
        "form": form,
        "languages": [(code, name, _query_in(request, code)) for code, name in settings.LANGUAGES],
        "current": language_read(),
        "address": f"{settings.SITE_URL}{request.path}",
        "in_any": _query_in(request, ""),
    }


def _query_in(request: HttpRequest, code: str) -> str:
    """What the address asks for, in this language or in that of its reader."""
    query = request.GET.copy()
    query.pop("lang", None)
    if code:
        query["lang"] = code
    return f"?{query.urlencode()}" if query else ""
