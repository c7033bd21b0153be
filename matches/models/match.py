"""A match and its settings, from the open table to the result."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy, pgettext_lazy

from foundation.hashes import HashField


class Match(models.Model):
    """One match, from the open table to its end."""

    class Status(models.TextChoices):
        """The status of a match."""

        OPEN = "open", gettext_lazy("Waiting for players")
        RUNNING = "running", gettext_lazy("Running")
        PAUSED = "paused", gettext_lazy("Paused")
        FINISHED = "finished", pgettext_lazy("a match", "Finished")
        CALLED_OFF = "called_off", gettext_lazy("Called off")

    GOING_ON = (Status.RUNNING, Status.PAUSED)
    NOT_OVER = (Status.OPEN, *GOING_ON)

    game = models.SlugField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    players = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted")
    private = models.BooleanField(default=False)
    members_only = models.BooleanField(default=False, db_default=False)
    """True if those alone see it and sit down whom another app admits: see `matches.audience`. No link opens it."""
    hide_answered = models.BooleanField(default=False)
    spectators = models.BooleanField(default=True)
    anonymous = models.BooleanField(default=False)
    rated = models.BooleanField(default=True)
    language = models.CharField("chat language", max_length=8, default="", db_default="")
    least_reliability = models.PositiveSmallIntegerField(null=True)
    least_rating = models.PositiveSmallIntegerField(null=True)
    most_rating = models.PositiveSmallIntegerField(null=True)
    take_backs = models.BooleanField(default=False, db_default=False)
    stand_in_level = models.CharField(max_length=40, default="", db_default="")
    sharp_seconds = models.PositiveSmallIntegerField(null=True)
    turn_seconds = models.PositiveIntegerField()
    increment_seconds = models.PositiveIntegerField(default=0)
    cap_seconds = models.PositiveIntegerField(default=0)
    weekends_off = models.BooleanField(default=False)
    vacations = models.BooleanField(default=True)
    excuses = models.PositiveSmallIntegerField(default=1)
    invite_token = models.CharField(max_length=24)

    seed_hash = HashField()
    sealed_seeds = models.BinaryField()
    """The root of all its seeds; see `matches.log.seeds`."""
    later_seeds = models.PositiveSmallIntegerField(default=0)
    """How many seeds came after the first: one for each time that the match was taken back after its end."""
    beacon = models.CharField(max_length=64, default="")
    """The chain whose public randomness is mixed in, fixed when the table is opened; empty for none."""
    full_at = models.DateTimeField(null=True)
    """When the last seat was taken, at a table with public randomness: it decides which round that is."""
    beacon_round = models.PositiveBigIntegerField(null=True)
    beacon_signature = models.CharField(max_length=96, default="")
    """The signature of that round; empty before it was fetched, and if the match began without."""
    later_round = models.PositiveBigIntegerField(null=True)
    later_signature = models.CharField(max_length=96, default="", db_default="")
    """The round for which a match waits that is taken back after its end; the last such signature, mixed in since."""
    sealed_state = models.BinaryField(null=True)
    step = models.IntegerField(default=-1)
    head = HashField(default="")
    taken_back = models.JSONField(default=list)
    """Ranges of the log that were taken back, each as its first and last step."""

    stage = models.CharField(max_length=200, default="")
    result = models.CharField(max_length=300, default="")
    """Both for the admin. Readers get them from `matches.view.match_view`, in their language."""
    outcome = models.PositiveIntegerField(default=0)
    """Grows with each end and when a moderator changes the outcome, so that ratings and ladders are updated."""
    followed = models.PositiveIntegerField(default=0)
    """The outcome from which everything that follows has been recorded, by `follow_match`."""
    weighed_outcome = models.PositiveIntegerField(default=0, db_default=0)
    """The outcome up to which moderation has weighed what the players did for each other, or given that up."""
    voided = models.BooleanField(default=False)
    """True if a moderator voided the result: it stays visible but counts for nothing."""
    adjusted = models.BooleanField(default=False)
    """True if a moderator set the places that count."""
    chat_locked = models.BooleanField(default=False)
    """True if a moderator locked the chat."""
    pushes = models.PositiveIntegerField(default=0, db_default=0)
    """How often the table's open pages were told of something but answers and rounds; see `matches.live`."""
    players_pushes = models.PositiveIntegerField(default=0, db_default=0)
    spectators_pushes = models.PositiveIntegerField(default=0, db_default=0)
    """The same for the chat rooms."""
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    bots_asked_at = models.DateTimeField(null=True)
    """When bots were last asked to answer the open round; empty once they have. The sweep asks those again."""
    paused_at = models.DateTimeField(null=True)
    pause_reason = models.CharField(max_length=20, default="")
    vote = models.CharField(max_length=10, default="")
    """The open vote, see `matches.view.votes`; empty if there is none."""
    vote_step = models.IntegerField(null=True)
    """The round to take back, if the open vote is about that."""
    vote_at = models.DateTimeField(null=True)
    vote_agreed = models.JSONField(default=list)
    """The seats that agreed."""
    admitted_id: int | None = None
    """A user for whom a query has found already that the table is open to them: see `matches.audience`."""
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="rematches")
    fork_words = models.CharField(max_length=80, default="", db_default="")
    """Where it was played on from, such as "round 7 of table 12"; empty for a match that began by the rules."""
    fork_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="forks")
    """The match from which it was played on, unless its record was uploaded."""
    fork_step = models.PositiveIntegerField(null=True)
    sealed_origin = models.BinaryField(null=True)
    """Until the start, the record that ends where it begins; then the setup holds it."""

    class Meta:
        verbose_name_plural = "matches"
        constraints = (
            models.CheckConstraint(condition=Q(fork_words="") | Q(rated=False), name="played_on_counts_for_nothing"),
            models.CheckConstraint(condition=Q(sharp_seconds=None) | Q(rated=False), name="rated_sharp_is_as_usual"),
            models.CheckConstraint(condition=Q(members_only=False) | Q(private=True), name="members_only_is_private"),
            # Unlike `unique=True`, these make no second index for searches by the beginning.
            models.UniqueConstraint(fields=["invite_token"], name="one_match_a_link"),
            models.UniqueConstraint(fields=["seed_hash"], name="one_match_a_seed"),
            # For keys of other apps that hold a match to its audience, such as that of a club's tables.
            models.UniqueConstraint(fields=["id", "members_only"], name="match_and_its_audience"),
        )
        indexes = (
            models.Index(fields=["status", "-id"], name="match_by_status"),
            models.Index(condition=~Q(vote=""), fields=["id"], name="match_voting"),
            # The public lists, newest first.
            models.Index(
                condition=Q(private=False, status__in=("running", "paused")),
                fields=["-moved_at", "-id"],
                name="match_going_on",
            ),
            models.Index(
                condition=Q(private=False, status="finished"), fields=["-moved_at", "-id"], name="match_finished"
            ),
            models.Index(
                condition=Q(outcome__gt=models.F("followed")), fields=["ended_at", "id"], name="match_to_follow"
            ),
            models.Index(
                condition=Q(status__in=("running", "paused"), outcome__gt=0), fields=["id"], name="match_running_again"
            ),
            models.Index(condition=Q(later_round__isnull=False), fields=["id"], name="match_to_take_back"),
            models.Index(
                condition=Q(status="running", bots_asked_at__isnull=False),
                fields=["bots_asked_at"],
                name="match_waiting_for_bots",
            ),
            models.Index(condition=Q(status="open", beacon_round__isnull=False), fields=["id"], name="match_to_begin"),
            models.Index(condition=Q(status="open"), fields=["created_at"], name="match_open_since"),
            # By the key alone the database reads past all newer matches, of which few are open.
            models.Index(condition=Q(status="open"), fields=["-id"], name="match_open"),
            models.Index(
                condition=Q(status="finished", players__gte=3, fork_words="", outcome__gt=models.F("weighed_outcome")),
                fields=["id"],
                name="match_to_weigh",
            ),
        )

    def __str__(self) -> str:
        return f"Table {self.pk}, {self.game}"

    def is_invitation(self, token: str) -> bool:
        """True if a token is that of the invitation link, and the link opens the table."""
        return not self.members_only and secrets.compare_digest(token.encode(), self.invite_token.encode())

    @property
    def awaits_beacon(self) -> bool:
        """True if all seats are taken and the match begins once its public randomness is known."""
        return self.status == self.Status.OPEN and self.beacon_round is not None

    @property
    def next_step(self) -> int:
        """The step that the awaited answers belong to."""
        return self.step + 1

    def was_taken_back(self, step: int) -> bool:
        """True if a moderator's rewind took this step back."""
        return any(first <= step <= last for first, last in self.taken_back)

    @property
    def is_over(self) -> bool:
        """True if play started and has ended, with or without a result."""
        return self.started_at is not None and self.ended_at is not None

    @property
    def is_fork(self) -> bool:
        """True if it was played on from a position of another match. It is in no rating, statistic or signal."""
        return bool(self.fork_words)

    @property
    def is_arranged(self) -> bool:
        """True if a ladder or tournament arranged it; it has no host and is played to its end."""
        return self.host_id is None

    @property
    def names_hidden(self) -> bool:
        """True if names are hidden, as they are until the end of an anonymous match."""
        return self.anonymous and not self.is_over
