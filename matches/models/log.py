"""What is recorded of a match: sealed answers and conditional moves, steps of the log, activity."""

from django.db import models
from django.db.models import Q

from foundation.hashes import HashField
from matches.models.match import Match
from matches.models.seats import Seat, of_match_of_seat


class Answer(models.Model):
    """A sealed answer to the open round, deleted when the round resolves."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="answers", db_index=False)
    step = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="answers")
    sealed = models.BinaryField()
    commitment = HashField()
    made_at = models.DateTimeField()
    completes = models.BooleanField(default=False, db_default=False)
    """True if no seat was awaited any more once it was sealed. No answer is withdrawn alone, so it stays true."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "step", "seat"], name="one_answer_a_seat"),)
        indexes = (models.Index(condition=Q(completes=True), fields=["match"], name="answer_completes"),)

    def __str__(self) -> str:
        return f"Answer of seat {self.seat_id} in step {self.step}"


class ConditionalBook(models.Model):
    """A seat's sealed conditional moves.

    Every seat of a started match has this row, always of the same length, so that it does not reveal
    whether there are any.
    """

    match = of_match_of_seat()
    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="conditional_book")
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return f"ConditionalBook of seat {self.seat_id}"


class Step(models.Model):
    """A resolved step of the log: sealed answers, draws and events, and its hash in the chain."""

    pk = models.CompositePrimaryKey("match", "number", "part")
    """Matches have many steps, so a number of their own and its index would be a tenth of what a match takes."""
    match = models.ForeignKey(Match, models.CASCADE, related_name="steps", db_index=False)
    at = models.DateTimeField()
    number = models.PositiveIntegerField()
    part = models.PositiveSmallIntegerField(default=0)
    """Counts the steps that change no state and share the number of the step before them."""
    kind = models.CharField(max_length=12)
    hash = HashField()
    sealed = models.BinaryField()
    """The rest of the step: see `matches.log.kept_steps`."""
    sealed_state = models.BinaryField(null=True)
    """The state after this step, stored at intervals so that a replay need not start at the beginning."""

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
