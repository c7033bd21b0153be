"""Pages as tests read them."""

import re

BLOCKS = (
    "article|aside|blockquote|body|br|button|caption|circle|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|"
    "g|h[1-6]|head|header|html|input|label|legend|li|line|link|main|meta|nav|ol|optgroup|option|p|path|pre|rect|script|"
    "section|select|summary|svg|table|tbody|td|text|textarea|th|thead|title|tr|ul|use"
)
TAG_OF_BLOCK = re.compile(rf"""\s*(</?(?:{BLOCKS})\b(?:"[^"]*"|'[^']*'|[^>"'])*>)\s*""")


def squeezed(html: str) -> str:
    """Return a page without the line breaks and the indentation of its templates.

    Whitespace that a reader sees, between words and inline elements, stays as one space.
    """
    spaced = re.sub(r"\s+", " ", html)
    bare = TAG_OF_BLOCK.sub(r"\1", spaced)
    return re.sub(r"(?<=[\"\w]) >", ">", bare)
