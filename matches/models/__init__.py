"""Matches in the database.

Columns named `sealed…` are encrypted: see `games.vault`. Nothing here shows what they hold; the only
way out is `games.selectors.match_view`.
"""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

import games.beside  # noqa: F401 - Django looks for models here


class Match(models.Model):
    """One table, from its announcement to its end."""

    class Status(models.TextChoices):
        """How far a match has come."""

        OPEN = "open", "Waiting for players"
        RUNNING = "running", "Running"
        PAUSED = "paused", "Paused"
        FINISHED = "finished", "Finished"
        CALLED_OFF = "called_off", "Called off"

    game = models.SlugField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    players = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted")
    private = models.BooleanField(default=False)
    hide_answered = models.BooleanField(default=False)
    spectators = models.BooleanField(default=True)
    anonymous = models.BooleanField(default=False)
    rated = models.BooleanField(default=True)
    turn_seconds = models.PositiveIntegerField()
    increment_seconds = models.PositiveIntegerField(default=0)
    cap_seconds = models.PositiveIntegerField(default=0)
    weekends_off = models.BooleanField(default=False)
    vacations = models.BooleanField(default=True)
    excuses = models.PositiveSmallIntegerField(default=1)
    invite_token = models.CharField(max_length=24, unique=True)

    seed_hash = models.CharField(max_length=64, unique=True)
    sealed_seed = models.BinaryField()
    sealed_later_seeds = models.BinaryField(null=True)
    """Seeds for what is played after a match that had ended was taken back, in order; see `games.services.seeds`."""
    sealed_state = models.BinaryField(null=True)
    step = models.IntegerField(default=-1)
    head = models.CharField(max_length=64, default="")
    taken_back = models.JSONField(default=list)
    """Stretches of the log that were taken back, each as its first and last step."""

    stage = models.CharField(max_length=200, default="")
    result = models.CharField(max_length=300, default="")
    outcome = models.PositiveIntegerField(default=0)
    """Grows with each end, and when a moderator changes what follows from it: ratings and ladders follow once more."""
    voided = models.BooleanField(default=False)
    """Whether a moderator took the result away: it stands, and counts for nobody."""
    adjusted = models.BooleanField(default=False)
    """Whether a moderator set the places that count."""
    talk_locked = models.BooleanField(default=False)
    """Whether nobody can write at the table."""
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    pause_reason = models.CharField(max_length=20, default="")
    vote = models.CharField(max_length=10, default="")
    """What the players are voting on: see `games.votes`; empty while there is no vote."""
    vote_at = models.DateTimeField(null=True)
    vote_agreed = models.JSONField(default=list)
    """The seats that have agreed."""
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="rematches")

    class Meta:
        verbose_name_plural = "matches"
        indexes = (models.Index(fields=["status", "-id"], name="match_by_status"),)

    def __str__(self) -> str:
        return f"Table {self.pk}, {self.game}"

    @property
    def next_step(self) -> int:
        """The step that the awaited answers belong to."""
        return self.step + 1

    def was_taken_back(self, step: int) -> bool:
        """Whether a step of the log counts no more, as a moderator took the match back behind it."""
        return any(first <= step <= last for first, last in self.taken_back)

    @property
    def is_over(self) -> bool:
        """Whether play has begun and come to an end, by the rules or by being called off."""
        return self.started_at is not None and self.ended_at is not None

    @property
    def is_arranged(self) -> bool:
        """Whether nobody hosts it: a table of a ladder or tournament, which is played to its end."""
        return self.host_id is None

    @property
    def names_hidden(self) -> bool:
        """Whether nobody may know who sits here: until the end of an anonymous match."""
        return self.anonymous and not self.is_over


class Seat(models.Model):
    """A place at a table, numbered clockwise from 0."""

    class Offer(models.TextChoices):
        """Whom a free seat is for."""

        OPEN = "open", "Anyone"
        LINK = "link", "Whoever has the invitation link"
        NAMED = "named", "A player by name"

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    offer = models.CharField(max_length=8, choices=Offer, default=Offer.OPEN)
    invited = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats")
    contribution = models.CharField(max_length=100, default="")
    joined_at = models.DateTimeField(null=True)
    awaited = models.BooleanField(default=False)
    asked_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    bank_seconds = models.PositiveIntegerField(null=True)
    """What the seat's clock held at `asked_at`; a Fischer clock keeps what is left between turns."""
    bank_aside = models.PositiveIntegerField(null=True)
    """What a Fischer clock had left when a moderator moved the deadline of the open answer; it goes on from there."""
    extended = models.BooleanField(default=False)
    """Whether the answer awaited now has been given more time already: that happens once."""
    pushed_from = models.DateTimeField(null=True)
    """The deadline that new quiet hours pushed on: for one answer they push no further than a night from there."""
    excuses_left = models.PositiveSmallIntegerField(default=0)
    missed = models.BooleanField(default=False, db_default=False)
    """Whether the turn that is open was missed: it counts as one turn, also when it is still answered by hand."""
    missed_in_row = models.PositiveSmallIntegerField(default=0)
    stand_in = models.CharField(max_length=40, default="")
    """The bot that answers for the seat while its player is away; empty while the player plays."""
    resigned_at = models.DateTimeField(null=True)
    first_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    """Who sat here when the match began, where a substitute has the seat now."""
    substitute_wanted = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField(null=True)
    """Where the rules place the seat, whoever answered for it."""
    rated_place = models.PositiveSmallIntegerField(null=True)
    """The place that counts for ratings and ladders: who resigned comes after all who did not."""

    class Meta:
        ordering = ("match", "number")
        constraints = (
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_a_user"),
        )
        indexes = (
            models.Index(fields=["deadline"], name="seat_by_deadline", condition=models.Q(awaited=True)),
            models.Index(fields=["user", "awaited"], name="seat_by_user"),
        )

    def __str__(self) -> str:
        return f"Seat {self.number} at table {self.match_id}"

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot answers: the site's own player, or a stand-in for a person."""
        return bool(self.stand_in) or bool(self.user and self.user.is_house)

    @property
    def brain(self) -> str:
        """The bot that answers for this seat, if one does."""
        return self.stand_in or (self.user.brain if self.user else "")


class FormerHolder(models.Model):
    """Someone who gave a seat to a substitute; they know what it held, so they take no other at that table."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="former_holders")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="former_holders")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    left_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id} held seat {self.seat_id} until {self.left_at}"


class Attendance(models.Model):
    """How many turns of a seat its player took on one day (UTC), and how many they missed.

    A row a seat, written under its match's lock: two matches never wait for each other to count.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="attendance")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="attendance")
    day = models.DateField()
    answered = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    """Without an excuse."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["seat", "user", "day"], name="one_attendance_a_day"),)
        indexes = (models.Index(fields=["user", "day"], name="attendance_of_user"),)

    def __str__(self) -> str:
        return f"{self.user_id} on {self.day}: {self.answered} answered, {self.missed} missed"


class AnswerHour(models.Model):
    """A person answered at a table within this hour.

    Nothing shows it to anybody: signals of answers that move together are worked out of it, for 90 days.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="answer_hours")
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    hour = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "match", "hour"], name="one_answer_an_hour"),)
        indexes = (models.Index(fields=["hour"], name="answer_by_hour"),)

    def __str__(self) -> str:
        return f"Hour {self.pk}"


class Answer(models.Model):
    """A sealed answer of the round that is open; it is gone once the round has resolved."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="answers")
    step = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="answers")
    sealed = models.BinaryField()
    commitment = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "step", "seat"], name="one_answer_a_seat"),)

    def __str__(self) -> str:
        return f"Answer of seat {self.seat_id} in step {self.step}"


class Plan(models.Model):
    """A seat's sealed orders for decisions to come.

    Every seat of a match that has begun has this row, of the same length with orders and without: nothing
    here tells whether there are any.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="plan")
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return f"Plan of seat {self.seat_id}"


class Step(models.Model):
    """A resolved step of the log: answers, chance and events, sealed, and its link in the chain."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    part = models.PositiveSmallIntegerField(default=0)
    """Steps that change no state have the number of the one before them, and are counted by this."""
    kind = models.CharField(max_length=12)
    sealed = models.BinaryField()
    sealed_state = models.BinaryField(null=True)
    """The state after this step, kept now and then so that a replay need not begin at the start."""
    hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "number", "part"], name="one_step_a_number"),)

    def __str__(self) -> str:
        return f"Step {self.number} of table {self.match_id}"


class Happening(models.Model):
    """What happened at a table beside the game: a seat handed over, a pause, a vote. Everyone may know it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="happenings")
    step = models.IntegerField()
    """The last step of the log when it happened."""
    at = models.DateTimeField()
    kind = models.SlugField(max_length=30)
    """How it is worded: see `games.happenings`."""
    seat = models.PositiveSmallIntegerField(null=True)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ("match", "pk")

    def __str__(self) -> str:
        return f"{self.kind} at table {self.match_id}"


class Verification(models.Model):
    """One check of all matches and of the audit: how far it has come, and what did not hold."""

    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    upto = models.PositiveBigIntegerField(default=0)
    """The number of the last match that was checked."""
    matches = models.PositiveIntegerField(default=0)
    faults = models.JSONField(default=list)
    """Sentences that name the rows; no secret."""

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"Verification of {self.begun_at:%d %B %Y}"


class DailyWork(models.Model):
    """When a piece of work that is due once a day was last done: a site may be stopped every night."""

    name = models.CharField(max_length=40, primary_key=True)
    done_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
