"""Requested archives and erasures, and the dump of public matches."""

from django.conf import settings
from django.db import models


class Archive(models.Model):
    """All data about one user, built once on request. Encrypted, for its owner only."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="archive")
    asked_at = models.DateTimeField()
    done = models.PositiveIntegerField(default=0, help_text="tables that are in it already")
    of = models.PositiveIntegerField(default=0, help_text="how many tables it will have")
    sealed = models.BinaryField(null=True)
    ready_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"archive {self.pk}"


class Erasure(models.Model):
    """A requested erasure. The row stays with the nameless account."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="erasure")
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=["due_at"], condition=models.Q(done_at=None), name="erasure_due"),)

    def __str__(self) -> str:
        return f"erasure {self.pk}"


class Dump(models.Model):
    """All finished public matches in one file, for everyone. There is only the newest."""

    made_at = models.DateTimeField()
    matches = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    content = models.BinaryField()

    def __str__(self) -> str:
        return f"dump of {self.made_at:%Y-%m-%d}"
