"""Ratings and the log they are computed from."""

from django.conf import settings
from django.db import models

from games.models import Match
from ladders.methods.ratings import MU, SIGMA, Skill, provisional

DAYS, LIVE = "days", "live"


class Pool(models.Model):
    """A game at one speed: ratings of different pools have nothing to do with each other."""

    class Speed(models.TextChoices):
        """How long an answer may take."""

        DAYS = DAYS, "over days"
        LIVE = LIVE, "live"

    game = models.SlugField(max_length=40)
    speed = models.CharField(max_length=8, choices=Speed)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "speed"], name="one_pool_a_game_and_speed"),)

    def __str__(self) -> str:
        return f"{self.game}, {self.get_speed_display()}"


class Rating(models.Model):
    """What is known of a player in one pool: the newest line of the log, kept for quick reading."""

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="ratings")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    mu = models.FloatField(default=MU)
    sigma = models.FloatField(default=SIGMA)
    matches = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["pool", "user"], name="one_rating_a_player"),)
        indexes = (models.Index(fields=["pool", "-mu"], name="rating_by_mu"),)

    def __str__(self) -> str:
        return f"{self.number} ± {self.error}"

    @property
    def skill(self) -> Skill:
        """The rating as the method has it."""
        return Skill(self.mu, self.sigma)

    @property
    def number(self) -> int:
        """The estimate as it is shown."""
        return self.skill.number

    @property
    def error(self) -> int:
        """The standard error as it is shown."""
        return self.skill.error

    @property
    def provisional(self) -> bool:
        """Whether it is still to settle."""
        return provisional(self.skill, self.matches)


class Result(models.Model):
    """That a finished match has been taken account of; there is one for each, rated or not."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="ladder_result")
    pool = models.ForeignKey(Pool, models.CASCADE, related_name="results")
    ended_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    followed = models.PositiveIntegerField(default=0)
    """Which outcome of the match it is: a moderator may change it."""
    unrated = models.CharField(max_length=20, default="")
    """Why it does not count, or nothing."""
    voided_at = models.DateTimeField(null=True)
    void_reason = models.CharField(max_length=200, default="")

    class Meta:
        ordering = ("ended_at", "match_id")
        indexes = (models.Index(fields=["pool", "ended_at", "match"], name="result_in_order"),)

    def __str__(self) -> str:
        return f"Result of table {self.match_id}"

    @property
    def counts(self) -> bool:
        """Whether ratings follow from it."""
        return not self.unrated and self.voided_at is None


class RatingChange(models.Model):
    """A line of the log: how a player came off in a match, and what became of the rating."""

    result = models.ForeignKey(Result, models.CASCADE, related_name="changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_changes")
    place = models.PositiveSmallIntegerField()
    away = models.BooleanField(default=False)
    """A bot or a substitute ended the match for the player."""
    forfeit = models.BooleanField(default=False)
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ("result__ended_at", "result__match_id", "pk")
        constraints = (models.UniqueConstraint(fields=["result", "user"], name="one_change_a_player"),)

    def __str__(self) -> str:
        return f"{self.before.number} to {self.after.number}"

    @property
    def before(self) -> Skill:
        """The rating the player came with."""
        return Skill(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Skill:
        """The rating the player left with."""
        return Skill(self.mu, self.sigma)
