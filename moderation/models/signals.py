"""Signals: signs that two accounts may work together. None of them is a verdict."""

from collections.abc import Mapping

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from foundation.hashes import HashField
from foundation.language import reword
from matches.models import Match
from moderation.models.signal_words import MESSAGES, REPORTED, TIMES

USER = settings.AUTH_USER_MODEL


class Weighed(models.Model):
    """What the players of a finished match did for each other; recomputed if the match continues after all."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="weighed")
    head = HashField(default="")
    """The head of the log when it was weighed."""
    tried = HashField(default="")
    """The head of the log when weighing was last attempted."""
    tries = models.PositiveSmallIntegerField(default=0)
    """Attempts at that head: a match that takes too long must not block the others."""
    favours = models.JSONField(default=list)
    """For each giver and receiver, by account: the amount and the steps."""

    def __str__(self) -> str:
        return f"What was given at table {self.match_id}"


class Signal(models.Model):
    """One thing that stands out about two accounts, as last computed."""

    class Kind(models.TextChoices):
        """What stands out."""

        FEEDING = "feeding", gettext_lazy("One plays for the other")
        TIMING = "timing", gettext_lazy("They answer at the same hours")
        SHARED = "shared", gettext_lazy("The same device or network")

    kind = models.CharField(max_length=10, choices=Kind)
    one = models.ForeignKey(USER, models.CASCADE, related_name="+")
    """The giver, if the signal has a direction."""
    other = models.ForeignKey(USER, models.CASCADE, related_name="+")
    strength = models.FloatField()
    """Higher is clearer, among signals of one kind."""
    words = models.CharField(max_length=300)
    evidence = models.JSONField(default=list)
    """Finished matches, and the steps in them that support it most."""
    at = models.DateTimeField()

    class Meta:
        ordering = ("kind", "-strength", "pk")
        constraints = (models.UniqueConstraint(fields=["kind", "one", "other"], name="one_signal_a_pair"),)

    def __str__(self) -> str:
        return f"Signal {self.pk}"

    @property
    def words_read(self) -> str:
        """The words in the reader's language."""
        return reword(self.words, MESSAGES, values=TIMES)


def reported_words(facts: Mapping[str, str]) -> str:
    """What a report says that was opened from a signal, in the reader's language."""
    kind, words = Signal.Kind(facts["kind"]).label, reword(facts["words"], MESSAGES, values=TIMES)
    return reword(REPORTED).format(**{**facts, "kind": kind, "words": words})
