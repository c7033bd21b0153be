"""User text: as it is kept, and as safe HTML, in which web addresses become links."""

import re

import nh3
from django.utils.html import linebreaks, urlize
from django.utils.safestring import SafeString, mark_safe

LONGEST_LINK = 60
LINK_REL = "nofollow noopener noreferrer ugc"
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters of terminals, and characters that reverse the direction of all text after them."""


def sanitised(text: str) -> str:
    """Return user text as it is kept: without space at its ends, and without characters that nobody sees."""
    return UNSEEN.sub("", text.replace("\r\n", "\n")).strip()


def line_of(text: str) -> str:
    """Return user text of one line as it is kept, such as the name of a club; "" if no character is visible."""
    line = sanitised(" ".join(text.split()))
    # Marks without width are kept within a line: emoji and some scripts are written with them.
    return line if any(letter.isprintable() for letter in line if letter != " ") else ""


def html_of(text: str) -> SafeString:
    """Return user text as HTML: escaped, with links and line breaks, and nothing else."""
    html = linebreaks(urlize(text, trim_url_limit=LONGEST_LINK, autoescape=True))
    cleaned = nh3.clean(
        html,
        tags={"a", "br", "p"},
        attributes={"a": {"href"}},
        url_schemes={"http", "https"},
        link_rel=LINK_REL,
    )
    return mark_safe(cleaned)  # noqa: S308 - the sanitiser's own output
