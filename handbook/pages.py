"""Which pages of `docs/` are on the site as help, and at which address."""

from typing import NamedTuple


class Page(NamedTuple):
    """One page of the help."""

    slug: str
    source: str
    """The file, below `docs/`."""
    title: str
    about: str
    without: tuple[str, ...] = ()
    """Sections that only readers of the source need."""


PAGES = (
    Page("players", "players.md", "For players", "Rounds, deadlines, notices, chat, your account and your data."),
    Page("questions", "questions.md", "Questions", "Short answers to what is asked most."),
    Page("secrets", "secrets.md", "What stays secret", "Who can see what, and when it opens."),
    Page(
        "verification", "verification.md", "How a match is verified", "Seeds, links, signatures, and your own checker."
    ),
    Page("organisers", "organisers.md", "For organisers", "Tables, ladders, seasons and tournaments."),
    Page("ai-players", "ai.md", "AI players", "How the site’s bots think, and how strong they are."),
    Page("bots", "bot-authors.md", "For bot authors", "Let your own program play."),
    Page("moderators", "moderators.md", "Moderators", "What they can do, and what is never possible."),
    Page("glossary", "glossary.md", "Glossary", "The words of this site.", ("Operation", "Names in the code")),
)
BY_SLUG = {page.slug: page for page in PAGES}
BY_SOURCE = {page.source: page for page in PAGES}
