"""Matches in the database.

Columns named `sealed…` are encrypted: see `foundation.vault`. No method here reveals their content;
it leaves only through `matches.view.match_view.match_view`.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy, pgettext_lazy

import matches.models.social  # noqa: F401 - Django looks for models here
from engine.log import words_commitment
from matches.models.verification import Verification as Verification


class Match(models.Model):
    """One match, from the open table to its end."""

    class Status(models.TextChoices):
        """The status of a match."""

        OPEN = "open", gettext_lazy("Waiting for players")
        RUNNING = "running", gettext_lazy("Running")
        PAUSED = "paused", gettext_lazy("Paused")
        FINISHED = "finished", pgettext_lazy("a match", "Finished")
        CALLED_OFF = "called_off", gettext_lazy("Called off")

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
    turn_seconds = models.PositiveIntegerField()
    increment_seconds = models.PositiveIntegerField(default=0)
    cap_seconds = models.PositiveIntegerField(default=0)
    weekends_off = models.BooleanField(default=False)
    vacations = models.BooleanField(default=True)
    excuses = models.PositiveSmallIntegerField(default=1)
    invite_token = models.CharField(max_length=24, unique=True)

    seed_hash = models.CharField(max_length=64, unique=True)
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
    head = models.CharField(max_length=64, default="")
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
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
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
            models.CheckConstraint(condition=Q(members_only=False) | Q(private=True), name="members_only_is_private"),
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
            models.Index(condition=Q(later_round__isnull=False), fields=["id"], name="match_to_take_back"),
            models.Index(condition=Q(status="open", beacon_round__isnull=False), fields=["id"], name="match_to_begin"),
            models.Index(condition=Q(status="open"), fields=["created_at"], name="match_open_since"),
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


class Seat(models.Model):
    """A place at a table, numbered clockwise from 0."""

    class Offer(models.TextChoices):
        """Who may take a free seat."""

        OPEN = "open", gettext_lazy("Anyone")
        LINK = "link", gettext_lazy("Anyone with the invitation link")
        NAMED = "named", gettext_lazy("A player by name")

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    offer = models.CharField(max_length=8, choices=Offer, default=Offer.OPEN)
    invited = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats", db_index=False)
    contribution = models.CharField(max_length=100, default="")
    """The player's words for the seed; empty for a player who added none, and for every bot of the site."""
    nonce = models.CharField(max_length=32, default="")
    """Opens the commitment to these words."""
    joined_at = models.DateTimeField(null=True)
    awaited = models.BooleanField(default=False)
    asked_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    bank_seconds = models.PositiveIntegerField(null=True)
    """The seconds on the seat's clock at `asked_at`; a Fischer clock carries them over between turns."""
    bank_aside = models.PositiveIntegerField(null=True)
    """The seconds left on a Fischer clock when a moderator moved the deadline; it continues from there."""
    extended = models.BooleanField(default=False)
    """True if the awaited answer has had its one extension."""
    pushed_from = models.DateTimeField(null=True)
    """The deadline before new quiet hours moved it: they move one deadline by a night at most."""
    excuses_left = models.PositiveSmallIntegerField(default=0)
    missed = models.BooleanField(default=False, db_default=False)
    """True if the open turn was missed: it counts as one turn, even if it is answered by hand later."""
    timeouts_in_row = models.PositiveSmallIntegerField(default=0)
    stand_in = models.CharField(max_length=40, default="")
    """The bot that plays while the player is away; empty while the player plays."""
    resigned_at = models.DateTimeField(null=True)
    first_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    """The player at the start of the match, if a substitute has the seat now."""
    substitute_wanted = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField(null=True)
    """The place by the rules, even if someone else played the seat."""
    rated_place = models.PositiveSmallIntegerField(null=True)
    """The place for ratings and ladders: players who resigned rank behind all others."""

    class Meta:
        ordering = ("match", "number")
        constraints = (
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_a_user"),
        )
        indexes = (
            models.Index(fields=["deadline"], name="seat_by_deadline", condition=Q(awaited=True)),
            models.Index(fields=["user", "awaited"], name="seat_by_user"),
            models.Index(condition=Q(awaited=True) & ~Q(stand_in=""), fields=["match"], name="seat_stood_in"),
            models.Index(condition=Q(substitute_wanted=True), fields=["match"], name="seat_wanted"),
        )

    def __str__(self) -> str:
        return f"Seat {self.number} at table {self.match_id}"

    @property
    def commitment(self) -> str:
        """The public commitment to the words, empty if there are none."""
        return words_commitment(self.contribution, self.nonce)

    @property
    def played_by_bot(self) -> bool:
        """True if a bot answers for the seat: a bot of the site or a stand-in."""
        return bool(self.stand_in) or bool(self.user and self.user.is_house)

    @property
    def is_nobodys(self) -> bool:
        """True if no person has a stake in the seat: a bot of the site has it, and stands in for nobody."""
        return bool(self.user and self.user.is_house) and not self.stand_in and self.resigned_at is None

    @property
    def brain(self) -> str:
        """The bot that answers for this seat, or ""."""
        return self.stand_in or (self.user.brain if self.user else "")


class FormerHolder(models.Model):
    """A player who gave a seat to a substitute and may take no other at that table, as they know what it held."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="former_holders")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="former_holders")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    left_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id} held seat {self.seat_id} until {self.left_at}"


class Attendance(models.Model):
    """The turns of a seat that its player took and missed on one day (UTC).

    Each seat has its own row, written under the match's lock, so matches never wait for each other to count.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="attendance", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="attendance", db_index=False)
    day = models.DateField()
    answered = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    """Missed turns without an excuse."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["seat", "user", "day"], name="one_attendance_a_day"),)
        indexes = (models.Index(fields=["user", "day"], name="attendance_of_user"),)

    def __str__(self) -> str:
        return f"{self.user_id} on {self.day}: {self.answered} answered, {self.missed} missed"


class AnswerHour(models.Model):
    """A record that a person answered at a table within this hour.

    It is never shown: it is kept for 90 days to find accounts that answer together.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="answer_hours", db_index=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    hour = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "match", "hour"], name="one_answer_an_hour"),)
        indexes = (models.Index(fields=["hour"], name="answer_by_hour"),)

    def __str__(self) -> str:
        return f"Hour {self.pk}"


class Answer(models.Model):
    """A sealed answer to the open round, deleted when the round resolves."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="answers", db_index=False)
    step = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="answers")
    sealed = models.BinaryField()
    commitment = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "step", "seat"], name="one_answer_a_seat"),)

    def __str__(self) -> str:
        return f"Answer of seat {self.seat_id} in step {self.step}"


class ConditionalBook(models.Model):
    """A seat's sealed conditional moves.

    Every seat of a started match has this row, always of the same length, so that it does not reveal
    whether there are any.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="conditional_book")
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return f"ConditionalBook of seat {self.seat_id}"


class Step(models.Model):
    """A resolved step of the log: sealed answers, draws and events, and its hash in the chain."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="steps", db_index=False)
    number = models.PositiveIntegerField()
    part = models.PositiveSmallIntegerField(default=0)
    """Counts the steps that change no state and share the number of the step before them."""
    kind = models.CharField(max_length=12)
    sealed = models.BinaryField()
    sealed_state = models.BinaryField(null=True)
    """The state after this step, stored at intervals so that a replay need not start at the beginning."""
    hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "number", "part"], name="one_step_a_number"),)

    def __str__(self) -> str:
        return f"Step {self.number} of table {self.match_id}"


class Activity(models.Model):
    """Public table activity outside the game: a seat handed over, a pause, a vote."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="activity")
    step = models.IntegerField()
    """The last step of the log at the time."""
    at = models.DateTimeField()
    kind = models.SlugField(max_length=30)
    """The key of its sentence in `matches.activity.sentences`."""
    seat = models.PositiveSmallIntegerField(null=True)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ("match", "pk")

    def __str__(self) -> str:
        return f"{self.kind} at table {self.match_id}"
