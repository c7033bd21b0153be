"""Ratings and the log they are computed from."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from ladders.methods.ratings import MU, SIGMA, Skill, provisional
from matches.models import Match

DAYS, LIVE = "days", "live"


class Pool(models.Model):
    """A game at one speed: ratings of different pools are independent."""

    class Speed(models.TextChoices):
        """How long an answer may take."""

        DAYS = DAYS, gettext_lazy("over days")
        LIVE = LIVE, gettext_lazy("live")

    game = models.SlugField(max_length=40, db_index=False)
    speed = models.CharField(max_length=8, choices=Speed)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "speed"], name="one_pool_a_game_and_speed"),)

    def __str__(self) -> str:
        return f"{self.game}, {self.get_speed_display()}"


class Rating(models.Model):
    """A player's rating in one pool: the newest line of the log, kept for quick reading."""

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="ratings", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    mu = models.FloatField(default=MU)
    sigma = models.FloatField(default=SIGMA)
    matches = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["pool", "user"], name="one_rating_a_player"),)
        indexes = (models.Index(fields=["pool", "-mu", "user"], name="rating_by_mu"),)

    def __str__(self) -> str:
        return f"{self.number} ± {self.error}"

    @property
    def skill(self) -> Skill:
        """The rating in the model's own units."""
        return Skill(self.mu, self.sigma)

    @property
    def number(self) -> int:
        """The estimate as displayed."""
        return self.skill.number

    @property
    def error(self) -> int:
        """The standard error as displayed."""
        return self.skill.error

    @property
    def provisional(self) -> bool:
        """True if the rating has not settled yet."""
        return provisional(self.skill, self.matches)


class Result(models.Model):
    """A record that a finished match has been processed, rated or not."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="ladder_result")
    pool = models.ForeignKey(Pool, models.CASCADE, related_name="results", db_index=False)
    ended_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    unrated = models.CharField(max_length=20, default="")
    """Why it does not count, or empty."""
    voided_at = models.DateTimeField(null=True)
    void_reason = models.CharField(max_length=200, default="")

    class Meta:
        ordering = ("ended_at", "match_id")
        indexes = (models.Index(fields=["pool", "ended_at", "match"], name="result_in_order"),)

    def __str__(self) -> str:
        return f"Result of table {self.match_id}"

    @property
    def counts(self) -> bool:
        """True if ratings follow from it."""
        return not self.unrated and self.voided_at is None


class RatingChange(models.Model):
    """A line of the log: a player's result in a match, and how their rating changed."""

    result = models.ForeignKey(Result, models.CASCADE, related_name="changes", db_index=False)
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
        """The player's rating before the match."""
        return Skill(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Skill:
        """The player's rating after the match."""
        return Skill(self.mu, self.sigma)
