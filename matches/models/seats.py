"""Seats, those who held them, and the turns that their players took and missed."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from engine.log import words_commitment
from matches.models.match import Match


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
    turn_missed = models.BooleanField(default=False, db_default=False)
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
    missed: int
    """The turns that were missed with this seat, where a query has counted them."""

    class Meta:
        ordering = ("match", "number")
        constraints = (
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_a_user"),
        )
        indexes = (
            models.Index(fields=["deadline"], name="seat_by_deadline", condition=Q(awaited=True)),
            models.Index(fields=["user", "awaited"], name="seat_by_user"),
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


def of_match_of_seat() -> models.ForeignKey[Match, Match]:
    """The match of a row that belongs to a seat: statements name it, and the row is deleted with the seat."""
    return models.ForeignKey(Match, models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False)


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

    A few weeks after a match has ended, the last of its days holds the turns of all.
    Each seat has its own row, written under the match's lock, so matches never wait for each other to count.
    """

    pk = models.CompositePrimaryKey("seat", "user", "day")
    """Rows are many and small, so a number of their own and its index would be a fifth of them."""
    match = of_match_of_seat()
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="attendance", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="attendance", db_index=False)
    day = models.DateField()
    answered = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    """Missed turns without an excuse."""

    class Meta:
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
