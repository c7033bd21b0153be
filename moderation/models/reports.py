"""Reports: players ask moderators to look at something."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.models import Club, ClubMessage
from matches.models import Match
from matches.models.social import Message
from moderation.models.enums import Category
from moderation.models.signals import reported_words

USER = settings.AUTH_USER_MODEL


class Report(models.Model):
    """A report about a match, seat, player, club or message, and its outcome."""

    class Outcome(models.TextChoices):
        """What a moderator found. The reporter learns whether we acted, and no more."""

        OPEN = "", pgettext_lazy("report", "Open")
        ACTED = "acted", gettext_lazy("We acted")
        NOTHING = "nothing", gettext_lazy("Nothing against the rules")
        UNFOUNDED = "unfounded", gettext_lazy("Unfounded: made up or to annoy")
        ANSWERED = "answered", gettext_lazy("Answered: a question or a fault")

    reporter = models.ForeignKey(USER, models.PROTECT, related_name="reports_made", db_index=False)
    category = models.CharField("what it is about", max_length=12, choices=Category)
    words = models.TextField("in your words", blank=True)
    signal = models.JSONField(null=True)
    """What `words` say in English if it was opened from a signal: its kind, the two names, its words and the tables."""
    match = models.ForeignKey(Match, models.PROTECT, null=True, related_name="reports")
    seat = models.PositiveSmallIntegerField(null=True)
    subject = models.ForeignKey(USER, models.PROTECT, null=True, related_name="reports_about")
    """The player it is about. Only `moderation.selectors.names` may display it: names may be hidden in the match."""
    message = models.ForeignKey(Message, models.PROTECT, null=True, related_name="+")
    club = models.ForeignKey(Club, models.PROTECT, null=True, related_name="reports")
    club_message = models.ForeignKey(ClubMessage, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    claimed_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    claimed_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN, blank=True)
    answer = models.TextField(blank=True)
    """The moderator's message to the reporter, in addition to the outcome."""
    closed_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    closed_at = models.DateTimeField(null=True)

    reporter_seat: int | None
    """The seat of the reporter in the match, as `moderation.selectors.desk.reports_for` finds it with the report."""

    class Meta:
        ordering = ("-pk",)
        permissions = (("desk", "Can work at the moderators' desk"),)
        indexes = (
            models.Index(fields=["at"], name="report_open", condition=models.Q(closed_at=None)),
            models.Index(fields=["reporter", "closed_at"], name="report_by_reporter"),
        )

    def __str__(self) -> str:
        return f"Report {self.pk}"

    def get_absolute_url(self) -> str:
        """The report's page on the desk."""
        return reverse("moderation:report", args=[self.pk])

    @property
    def is_open(self) -> bool:
        """True until the report is closed."""
        return self.closed_at is None

    @property
    def words_read(self) -> str:
        """The words of the reporter, or of the site in the reader's language."""
        return reported_words(self.signal) if self.signal else self.words
