"""Addresses of pages: Django takes longer to work one out than a page takes to show most of its words."""

from functools import lru_cache

from django.template import Context, Library
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as django_url
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape

register = Library()
KEPT = 8192


def page_address(name: str, *values: int | str) -> str:
    """Return the address of a page, as `reverse` does. Raises `NoReverseMatch`."""
    return _address(get_script_prefix(), get_urlconf(), name, *values)


@lru_cache(KEPT, typed=True)
def _address(_prefix: str, urlconf: str | None, name: str, *values: int | str) -> str:
    return reverse(name, urlconf, args=values)


class KeptUrl(URLNode):
    """Django's `url`, with addresses that are kept."""

    def render(self, context: Context) -> str:
        """Return the address, or put it into the context."""
        values = [value.resolve(context) for value in self.args]
        if self.kwargs or not all(isinstance(value, int | str) for value in values):
            return super().render(context)
        try:
            address = page_address(self.view_name.resolve(context), *values)
        except NoReverseMatch:
            if self.asvar is None:
                raise
            address = ""
        if self.asvar:
            context[self.asvar] = address
            return ""
        return conditional_escape(address) if context.autoescape else address


@register.tag
def url(parser: Parser, token: Token) -> KeptUrl:
    """Return the address of a page, as Django's tag does."""
    node = django_url(parser, token)
    return KeptUrl(node.view_name, node.args, node.kwargs, node.asvar)
