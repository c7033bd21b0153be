"""Pages as tests read them."""

import re
from html.parser import HTMLParser

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


class Inputs(HTMLParser):
    """The hidden and the written fields of a page, by the form that sends them."""

    def __init__(self) -> None:
        super().__init__()
        self.form = ""
        self.found: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a field with its form."""
        named = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = named.get("id", "")
        elif tag == "input" and "name" in named and named.get("type") not in ("radio", "checkbox"):
            self.found.append((named.get("form", self.form), named["name"], named.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        """Note the end of a form."""
        if tag == "form":
            self.form = ""

    def of_form(self, form: str) -> dict[str, str]:
        """Return the values that a form sends, by name."""
        return {name: value for its, name, value in self.found if its == form}
