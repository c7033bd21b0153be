"""Which pages of `docs/` are on the site as help, and at which address."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy

from foundation.language import Words


class Page(NamedTuple):
    """One page of the help."""

    slug: str
    source: str
    """The file, below `docs/`."""
    title: Words
    about: Words
    without: tuple[str, ...] = ()
    """Sections that only readers of the source need."""


PAGES = (
    Page(
        "players",
        "players.md",
        gettext_lazy("For players"),
        gettext_lazy("Rounds, deadlines, notices, chat, your account and your data."),
    ),
    Page("questions", "questions.md", gettext_lazy("Questions"), gettext_lazy("Short answers to what is asked most.")),
    Page(
        "secrets", "secrets.md", gettext_lazy("What stays secret"), gettext_lazy("Who can see what, and when it opens.")
    ),
    Page(
        "verification",
        "verification.md",
        gettext_lazy("How a match is verified"),
        gettext_lazy("Seeds, links, signatures, and your own checker."),
    ),
    Page(
        "organisers",
        "organisers.md",
        gettext_lazy("For organisers"),
        gettext_lazy("Tables, ladders, seasons and tournaments."),
    ),
    Page(
        "ai-players",
        "ai.md",
        gettext_lazy("AI players"),
        gettext_lazy("How the site’s bots think, and how strong they are."),
    ),
    Page("bots", "bot-authors.md", gettext_lazy("For bot authors"), gettext_lazy("Let your own program play.")),
    Page(
        "moderators",
        "moderators.md",
        gettext_lazy("Moderators"),
        gettext_lazy("What they can do, and what is never possible."),
    ),
    Page(
        "glossary",
        "glossary.md",
        gettext_lazy("Glossary"),
        gettext_lazy("The words of this site."),
        ("Operation", "Names in the code"),
    ),
)
BY_SLUG = {page.slug: page for page in PAGES}
BY_SOURCE = {page.source: page for page in PAGES}
