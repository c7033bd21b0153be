"""Django's tags for translations, of which each finds a message without values once for each language.

A page has more than a hundred of them. Django would look them all up again for every reader.
"""

from typing import Any

from django.template import Context, Library, Node
from django.template.base import FilterExpression, Parser, Token, TokenType
from django.templatetags import i18n
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class KeptMessage(Node):
    """A message that is the same for all who read a language."""

    child_nodelists = ()

    def __init__(self, message: Any) -> None:
        self.message = message
        self.asvar, message.asvar = message.asvar, None
        self.kept: dict[str | None, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """Return the message in the language that is read now."""
        language = get_language()
        words = self.kept.get(language)
        if words is None:
            words = self.kept[language] = SafeString(self.message.render(context))
        if self.asvar is None:
            return words
        context[self.asvar] = words
        return SafeString()


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    """Translate a constant or a variable, as Django's tag does."""
    node: Any = i18n.do_translate(parser, token)
    said = node.filter_expression
    is_constant = said.var.lookups is None and not said.filters and _is_constant(node.message_context)
    return KeptMessage(node) if is_constant else node


@register.tag
def blocktranslate(parser: Parser, token: Token) -> Node:
    """Translate a block of text, as Django's tag does."""
    node: Any = i18n.do_block_translate(parser, token)
    is_constant = all(token.token_type == TokenType.TEXT for token in node.singular) and not node.countervar
    return KeptMessage(node) if is_constant and _is_constant(node.message_context) else node


def _is_constant(expression: FilterExpression | None) -> bool:
    return expression is None or not (expression.is_var or expression.filters)
