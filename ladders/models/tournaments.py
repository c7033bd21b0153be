"""Tournaments: entries, rounds and their tables."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.models import Club
from ladders.models.ladders import Ladder
from ladders.models.time_controls import HasClock
from matches.models import Match

USER = settings.AUTH_USER_MODEL


class Tournament(HasClock):
    """A tournament of one game. Lock its row before making or closing rounds."""

    class Kind(models.TextChoices):
        """How tables are made."""

        SWISS = "swiss", gettext_lazy("Swiss")
        ROBIN = "robin", gettext_lazy("Round robin")
        KNOCKOUT = "knockout", gettext_lazy("Knock-out")
        FINAL = "final", gettext_lazy("Final of a ladder")

    class Status(models.TextChoices):
        """The status of a tournament."""

        ANNOUNCED = "announced", gettext_lazy("takes entries")
        RUNNING = "running", gettext_lazy("is running")
        FINISHED = "finished", gettext_lazy("is over")
        CALLED_OFF = "called_off", gettext_lazy("was called off")

    GOING_ON = (Status.ANNOUNCED, Status.RUNNING)

    title = models.CharField(max_length=80)
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="tournaments")
    """The club whose members alone see it and play in it."""
    kind = models.CharField(max_length=10, choices=Kind)
    status = models.CharField(max_length=12, choices=Status, default=Status.ANNOUNCED)
    game = models.SlugField(max_length=40)
    options = models.JSONField(default=dict)
    seats = models.PositiveSmallIntegerField("players at a table")
    rounds = models.PositiveSmallIntegerField("number of rounds", default=0)
    go_on = models.PositiveSmallIntegerField("players of each table who go on", default=1)
    round_seconds = models.PositiveIntegerField("longest time for a round", default=28 * 24 * 3600)
    late_rounds = models.PositiveSmallIntegerField("rounds after which one may still enter", default=0)
    most_entries = models.PositiveSmallIntegerField("most players", default=200)
    ladder = models.ForeignKey(Ladder, models.SET_NULL, null=True, blank=True, related_name="tournaments")
    repeat_days = models.PositiveSmallIntegerField("announced again after so many days", default=0)
    starts_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    made_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="tournaments_made")
    made_at = models.DateTimeField()
    follows = models.OneToOneField("self", models.SET_NULL, null=True, related_name="next")
    seed_hash = models.CharField(max_length=64)
    sealed_seed = models.BinaryField()
    """Decides seats, lots and any other ties; opened when the tournament is over."""
    version = models.PositiveIntegerField("how often its page changed", default=0)

    class Meta:
        ordering = ("-starts_at", "-pk")
        indexes = (
            models.Index(fields=["status", "starts_at"], name="tournament_by_start"),
            models.Index(fields=["-starts_at", "-id"], name="tournament_newest"),
        )

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The tournament's page."""
        return reverse("ladders:tournament", args=[self.pk])

    @property
    def knocks_out(self) -> bool:
        """True if only the best of each table go on."""
        return self.kind in (self.Kind.KNOCKOUT, self.Kind.FINAL)

    @property
    def last_late_round(self) -> int:
        """The last round during which players may still enter; 0 if they may enter only before the start."""
        if self.knocks_out:
            return 0
        # Who enters during the last round would never be seated.
        return min(self.late_rounds, self.rounds - 1) if self.rounds else self.late_rounds


class Entry(models.Model):
    """A player's entry in a tournament."""

    class State(models.TextChoices):
        """Where the player stands; only players who are `in` are seated in the next round."""

        IN = "in", pgettext_lazy("player", "in")
        RESERVE = "reserve", gettext_lazy("in reserve")
        OUT = "out", gettext_lazy("knocked out")
        WITHDRAWN = "withdrawn", gettext_lazy("withdrawn")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries", db_index=False)
    user = models.ForeignKey(USER, models.CASCADE, related_name="tournament_entries")
    state = models.CharField(max_length=10, choices=State, default=State.IN)
    entered_at = models.DateTimeField()
    seed_mu = models.FloatField(default=25.0)
    """The rating at the start, used to seed a knock-out."""
    left_why = models.CharField(max_length=20, default="")
    """`withdrew`, `no_show`, or empty."""
    replaced = models.BooleanField(default=False)
    """True if someone came in from the reserve for a player who left."""
    rank = models.PositiveSmallIntegerField(null=True)
    """The final place."""

    class Meta:
        ordering = ("tournament", "pk")
        constraints = (models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_a_player"),)

    def __str__(self) -> str:
        return f"{self.user} in {self.tournament_id}"


class Round(models.Model):
    """A round: all its tables are made together, and it ends at its deadline at the latest."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="all_rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()
    deadline = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("tournament", "number")
        constraints = (models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number"),)

    def __str__(self) -> str:
        return f"Round {self.number} of {self.tournament_id}"


class TournamentTable(models.Model):
    """A table of a round, or one player's bye, which has no match."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField()
    match = models.OneToOneField(Match, models.SET_NULL, null=True, related_name="tournament_table")
    go_on = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True)
    played_out_at = models.DateTimeField(null=True)
    """When bots took over every seat, shortly before the round's deadline."""
    judged = models.BooleanField(default=False)
    """True if the match has no result, as it was stopped at the deadline or called off, and its places are shared."""

    class Meta:
        ordering = ("round", "number")
        constraints = (models.UniqueConstraint(fields=["round", "number"], name="one_table_a_number"),)
        indexes = (models.Index(condition=models.Q(ended_at=None), fields=["match"], name="table_played"),)

    def __str__(self) -> str:
        return f"Table {self.number} of round {self.round_id}"


class TableSeat(models.Model):
    """A player at a table of a round."""

    table = models.ForeignKey(TournamentTable, models.CASCADE, related_name="seats", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True)
    away = models.BooleanField(default=False)
    """True if the player left the seat to a bot or a substitute: they then rank after all who did not."""

    class Meta:
        ordering = ("table", "number")
        constraints = (
            models.UniqueConstraint(fields=["table", "number"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["table", "entry"], name="one_seat_an_entry"),
        )

    def __str__(self) -> str:
        return f"Seat {self.number} of table {self.table_id}"


class StandingChange(models.Model):
    """The reason for a change of a player's standing in a tournament. Every change has such a row."""

    class Why(models.TextChoices):
        """The possible causes."""

        ENTERED = "entered", gettext_lazy("entered")
        ENTERED_BY = "entered_by", gettext_lazy("entered by an organiser")
        RESERVE = "reserve", gettext_lazy("put in reserve")
        CAME_IN = "came_in", gettext_lazy("came in from the reserve")
        TABLE = "table", gettext_lazy("by the result of a table")
        SHARED = "shared", gettext_lazy("by a table without a result, where places are shared")
        BYE = "bye", gettext_lazy("by a bye")
        OUT = "out", gettext_lazy("knocked out")
        ON = "on", gettext_lazy("goes on")
        WITHDREW = "withdrew", gettext_lazy("withdrew")
        LEFT_CLUB = "left_club", gettext_lazy("left the club")
        NO_SHOW = "no_show", gettext_lazy("left the table to others")
        FINAL = "final", gettext_lazy("by the end of the tournament")
        CORRECTED = "corrected", gettext_lazy("because a moderator changed the result of a table")

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="changes")
    round = models.PositiveSmallIntegerField(default=0)
    table = models.ForeignKey(TournamentTable, models.SET_NULL, null=True, related_name="changes")
    points = models.FloatField(default=0.0)
    """The points added."""
    why = models.CharField(max_length=10, choices=Why)
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.points} {self.get_why_display()}"
