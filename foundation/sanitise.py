"""What people write, made safe to show: plain text in which addresses of the web become links."""

import nh3
from django.utils.html import linebreaks, urlize
from django.utils.safestring import SafeString, mark_safe

LONGEST_LINK = 60
LINK_REL = "nofollow noopener noreferrer ugc"


def shown(text: str) -> SafeString:
    """Escape a text, turn its web addresses into links and its line ends into breaks, and let nothing else pass."""
    html = linebreaks(urlize(text, trim_url_limit=LONGEST_LINK, autoescape=True))
    cleaned = nh3.clean(
        html,
        tags={"a", "br", "p"},
        attributes={"a": {"href"}},
        url_schemes={"http", "https"},
        link_rel=LINK_REL,
    )
    return mark_safe(cleaned)  # noqa: S308 - the sanitiser's own output
