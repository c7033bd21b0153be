"""The categories of reports and actions."""

from django.db import models
from django.utils.translation import gettext_lazy, gettext_noop

from foundation.language import Words, lazily_reworded


class Category(models.TextChoices):
    """Why a player reports or a moderator acts; everyone concerned may read it."""

    STALLING = "stalling", gettext_lazy("Stalling")
    COLLUSION = "collusion", gettext_lazy("Playing together in secret")
    ABUSE = "abuse", gettext_lazy("Abuse in words or a name")
    ACCOUNTS = "accounts", gettext_lazy("Several accounts of one person")
    BUG = "bug", gettext_lazy("A fault of the site")
    OTHER = "other", gettext_lazy("Something else")

    @property
    def english(self) -> str:
        """What it is about within a sentence, in English: it is kept that way, and worded when it is read."""
        return IN_SENTENCES[self]

    @property
    def in_sentence(self) -> Words:
        """What it is about within a sentence, worded when it is read."""
        return lazily_reworded(self.english)


IN_SENTENCES = {
    Category.STALLING: gettext_noop("stalling"),
    Category.COLLUSION: gettext_noop("playing together in secret"),
    Category.ABUSE: gettext_noop("abuse in words or a name"),
    Category.ACCOUNTS: gettext_noop("several accounts of one person"),
    Category.BUG: gettext_noop("a fault of the site"),
    Category.OTHER: gettext_noop("something else"),
}
