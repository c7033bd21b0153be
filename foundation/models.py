"""The database models of the foundation."""

from django.db import models


class DailyWork(models.Model):
    """The last run of a daily job, kept here as a site may be stopped every night."""

    name = models.CharField(max_length=40, primary_key=True)
    done_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class SigningKey(models.Model):
    """A key with which the site signs, or signed, what it says of matches.

    All about it is sealed: without the vault's key, nobody can add one of their own to those that are published.
    """

    number = models.PositiveIntegerField(primary_key=True)
    """Counts from 1; the last one signs."""
    sealed_key = models.BinaryField()

    def __str__(self) -> str:
        return f"Signing key {self.number}"
