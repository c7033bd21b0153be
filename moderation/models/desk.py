"""Moderators' notes and saved answers."""

from django.conf import settings
from django.db import models

USER = settings.AUTH_USER_MODEL


class PlayerNote(models.Model):
    """A moderator's note about a player, for other moderators."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="+")
    writer = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(max_length=2000)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"Note {self.pk}"


class SavedAnswer(models.Model):
    """A reply to reporters that moderators can reuse."""

    title = models.CharField("name", max_length=60, unique=True)
    text = models.TextField("what the reporter reads", max_length=1000)

    class Meta:
        ordering = ("title",)

    def __str__(self) -> str:
        return self.title
