"""Template tags for the language of a page, and for its versions in other languages."""

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest

from engine.language import say
from foundation.language import direction, is_choice, is_english, language_read
from foundation.words import with_more

register = template.Library()


@register.simple_tag
def html_language() -> str:
    """Return the reader's language as pages name it: "en-GB", "de"."""
    language, _, region = language_read().partition("-")
    return f"{language}-{region.upper()}" if region else language


register.filter("said", say)
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
    shown = request is not None and is_choice() and not getattr(context.get("user"), "pk", None)
    return {
        "form": form,
        "languages": settings.LANGUAGES if shown else (),
        "current": language_read(),
        "address": f"{settings.SITE_URL}{request.path}" if request else "",
    }
