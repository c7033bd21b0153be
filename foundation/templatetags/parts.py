"""Parts of a page that it shows at several places."""

from django import template

register = template.Library()


@register.simple_block_tag
def part(content: str) -> str:
    """Draw what is inside once, `as` a name under which it is shown: `{% part as links %}…{% endpart %}`."""
    return content
