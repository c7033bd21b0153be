"""Ladders: divisions, rungs, challenges and seasons."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from clubs.models import Club
from ladders.models.time_controls import HasClock
from matches.models import Match

USER = settings.AUTH_USER_MODEL


class Ladder(HasClock):
    """A standing ladder of one game. Lock its row before moving rungs."""

    slug = models.SlugField(max_length=40, unique=True)
    title = models.CharField(max_length=60)
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="ladders", db_index=False)
    """The club whose members alone see it and play on it."""
    game = models.SlugField(max_length=40)
    options = models.JSONField(default=dict)
    seats_from = models.PositiveSmallIntegerField("fewest players at a table")
    seats_to = models.PositiveSmallIntegerField("most players at a table")
    moves = models.PositiveSmallIntegerField("players who change division after a season", default=2)
    opened_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField("how often its page changed", default=0)

    class Meta:
        ordering = ("title",)
        permissions = (("organise", "Can run ladders and tournaments"),)
        constraints = (
            models.UniqueConstraint(fields=["title"], condition=Q(club=None), name="one_ladder_a_title"),
            models.UniqueConstraint(fields=["club", "title"], name="one_ladder_a_title_in_a_club"),
        )

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The ladder's page."""
        return reverse("ladders:ladder", args=[self.slug])


class Division(models.Model):
    """One of a ladder's columns of rungs; level 1 is the highest."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="divisions", db_index=False)
    level = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=40)

    class Meta:
        ordering = ("ladder", "level")
        constraints = (models.UniqueConstraint(fields=["ladder", "level"], name="one_division_a_level"),)

    def __str__(self) -> str:
        return self.title


class Rung(models.Model):
    """A player's place. Moving several takes two statements, by way of negative numbers."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="rungs", db_index=False)
    division = models.ForeignKey(Division, models.CASCADE, related_name="rungs", db_index=False)
    user = models.ForeignKey(USER, models.CASCADE, related_name="rungs")
    position = models.IntegerField()
    joined_at = models.DateTimeField()
    active_at = models.DateTimeField()
    """When the player last accepted a challenge, let their own stand, ended a match, or sank for inactivity."""

    class Meta:
        ordering = ("division__level", "position")
        constraints = (
            models.UniqueConstraint(fields=["division", "position"], name="one_player_a_rung"),
            models.UniqueConstraint(fields=["ladder", "user"], name="one_rung_a_player"),
        )

    def __str__(self) -> str:
        return f"{self.user} on rung {self.position}"


class Challenge(models.Model):
    """An invitation to a match on the ladder that invited players cannot decline."""

    class State(models.TextChoices):
        """The state of a challenge."""

        OPEN = "open", gettext_lazy("waits for answers")
        RUNNING = "running", gettext_lazy("is being played")
        DONE = "done", gettext_lazy("has been played")
        LAPSED = "lapsed", gettext_lazy("lapsed")
        TAKEN_BACK = "taken_back", gettext_lazy("was taken back")
        VOID = "void", gettext_lazy("was called off")

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="challenges")
    division = models.ForeignKey(Division, models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(USER, models.CASCADE, related_name="challenges_made")
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)
    table_key = models.CharField(max_length=150)
    """The players' ids in order: the same for the same set of players."""
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    match = models.OneToOneField(Match, models.SET_NULL, null=True, related_name="challenge")

    class Meta:
        ordering = ("-made_at", "-pk")
        indexes = (
            models.Index(fields=["state", "expires_at"], name="challenge_by_expiry"),
            models.Index(fields=["table_key"], name="challenge_by_table"),
        )

    def __str__(self) -> str:
        return f"Challenge {self.pk} of {self.ladder_id}"


class ChallengeSeat(models.Model):
    """One player's seat in a challenge."""

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="seats", db_index=False)
    user = models.ForeignKey(USER, models.CASCADE, related_name="challenge_seats")
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("challenge", "pk")
        constraints = (models.UniqueConstraint(fields=["challenge", "user"], name="one_challenge_seat_a_player"),)

    def __str__(self) -> str:
        return f"{self.user} in challenge {self.challenge_id}"


class RungChange(models.Model):
    """The reason for a player's place on a ladder.

    Every change of a rung has such a row, and so has every player of a finished table, even if they did not move.
    """

    class Why(models.TextChoices):
        """The possible causes."""

        JOINED = "joined", gettext_lazy("joined")
        LEFT = "left", gettext_lazy("left")
        CLOSED_UP = "closed_up", gettext_lazy("moved up when another player left")
        RESULT = "result", gettext_lazy("by the result of a table")
        NOT_ACCEPTED = "not_accepted", gettext_lazy("by a challenge that was not accepted in time")
        INACTIVE = "inactive", gettext_lazy("by not playing for a long time")
        PROMOTED = "promoted", gettext_lazy("by promotion")
        RELEGATED = "relegated", gettext_lazy("by relegation")
        MADE_ROOM = "made_room", gettext_lazy("when others moved")
        ENTERED = "entered", gettext_lazy("entered by an organiser")
        CORRECTED = "corrected", gettext_lazy("because a moderator changed the result of a table")
        PARTED = "parted", gettext_lazy("because nobody else from the table is still in this division")
        CLOSED = "closed", gettext_lazy("because the ladder was closed before the table ended")

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="changes", db_index=False)
    division = models.ForeignKey(Division, models.CASCADE, related_name="changes")
    user = models.ForeignKey(USER, models.CASCADE, related_name="rung_changes")
    before = models.IntegerField(null=True)
    """Like `after`, None for a player who has left and whose place changed only in a kept table."""
    came_from = models.ForeignKey(Division, models.CASCADE, null=True, related_name="+")
    """The division of `before`, if a result corrected after a season moved the player out of it."""
    after = models.IntegerField(null=True)
    why = models.CharField(max_length=14, choices=Why)
    challenge = models.ForeignKey(Challenge, models.SET_NULL, null=True, related_name="changes")
    by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=["ladder", "user", "at"], name="rung_change_by_user"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.before} to {self.after}, {self.get_why_display()}"

    @property
    def changes_division(self) -> bool:
        """True if `before` is a place of another division than `division`, to which `after` belongs."""
        return self.came_from_id is not None or self.why in (self.Why.PROMOTED, self.Why.RELEGATED)

    @property
    def goes_up(self) -> bool:
        """True if the player moves to a higher division."""
        if self.came_from is None:
            return self.why == self.Why.PROMOTED
        return self.division.level < self.came_from.level


class Season(models.Model):
    """A period of a ladder with a final table."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="seasons")
    title = models.CharField(max_length=60)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    corrected_at = models.DateTimeField(null=True)
    """When its table last followed a result that was changed after its end."""

    class Meta:
        ordering = ("ladder", "starts_at")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The season's page."""
        return reverse("ladders:season", args=[self.ladder.slug, self.pk])


class SeasonPlace(models.Model):
    """A line of a season's final table, kept permanently."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="places", db_index=False)
    user = models.ForeignKey(USER, models.CASCADE, related_name="season_places")
    level = models.PositiveSmallIntegerField()
    division = models.CharField(max_length=40)
    position = models.PositiveIntegerField()
    number = models.IntegerField(null=True)
    error = models.IntegerField(null=True)
    moved = models.CharField(max_length=10, default="")
    """`promoted`, `relegated` or empty."""

    class Meta:
        ordering = ("season", "level", "position")
        constraints = (models.UniqueConstraint(fields=["season", "user"], name="one_place_a_season"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.position} in {self.division}"


class Apart(models.Model):
    """Two players to keep apart, such as one household. Only organisers see it."""

    one = models.ForeignKey(USER, models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(USER, models.CASCADE, related_name="+")
    made_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["one", "other"], name="apart_once"),)

    def __str__(self) -> str:
        return f"{self.one} and {self.other}"
