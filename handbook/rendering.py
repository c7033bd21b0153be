"""The help as HTML, rendered from the Markdown of `docs/` once in each process."""

import posixpath
from functools import cache

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from markdown_it.token import Token

from foundation.language import language_read
from handbook.pages import BY_SLUG, BY_SOURCE, Page
from handbook.sources import PARSER, anchor_of, english_text, headings, translated_text


def page_html(slug: str) -> SafeString:
    """A page of the help, without its title."""
    return page_in(language_read(), slug)


@cache
def page_in(language: str, slug: str) -> SafeString:
    """A page as readers of a language have it: in English if nobody has translated it."""
    page = BY_SLUG[slug]
    english = english_text(page)
    tokens = PARSER.parse(translated_text(page, language) or english)
    # A link to a section leads there in every language.
    for (token, _), (_, heading) in zip(headings(tokens), headings(PARSER.parse(english)), strict=True):
        token.attrSet("id", anchor_of(heading))
    for token in tokens:
        if token.children:
            token.children = _adapt(token.children, page)
    html = str(PARSER.renderer.render(tokens, PARSER.options, {}))
    # A wide table scrolls by itself, so the page never does; by keyboard too.
    html = html.replace("<th></th>", "<td></td>").replace(
        "<table>",
        f'<div class="help-table" role="group" aria-label="{escape(gettext("Table"))}" tabindex="0"><table>',
    )
    # The parser escapes all HTML of the source, which only the authors of this program write.
    return mark_safe(html.replace("</table>", "</table></div>"))  # noqa: S308


def _adapt(tokens: list[Token], page: Page) -> list[Token]:
    adapted: list[Token] = []
    dropped = ""
    for token in tokens:
        if token.type == "image":
            picture = str(token.attrGet("src")).removeprefix("images/")
            token.attrSet("src", static(f"help/{picture}"))
            token.attrSet("loading", "lazy")
        if token.type == "link_open":
            address, dropped = _address(str(token.attrGet("href")), page)
            token.attrSet("href", address)
            if dropped:
                continue
        if token.type == "link_close" and dropped:
            token = Token("text", "", 0, content=f" ({gettext('{file} in the source').format(file=dropped)})")
            dropped = ""
        adapted.append(token)
    return adapted


def _address(target: str, page: Page) -> tuple[str, str]:
    """Return where a link of a page leads on the site, or the file that only the source has."""
    path, hash_, anchor = target.partition("#")
    if not path or "://" in target or path.startswith(("mailto:", "/")):
        return target, ""
    source = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page.source), path))
    found = BY_SOURCE.get(source.removeprefix("docs/"))
    if found and anchor not in {anchor_of(heading) for heading in found.without}:
        return reverse("handbook:page", args=[found.slug]) + hash_ + anchor, ""
    if settings.SOURCE_URL:
        return f"{settings.SOURCE_URL.rstrip('/')}/{source}{hash_}{anchor}", ""
    return "", source
