"""User text as safe HTML: plain text in which web addresses become links."""

import nh3
from django.utils.html import linebreaks, urlize
from django.utils.safestring import SafeString, mark_safe

LONGEST_LINK = 60
LINK_REL = "nofollow noopener noreferrer ugc"


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
