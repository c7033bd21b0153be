"""The database models of the foundation."""

from django.db import models


class DailyWork(models.Model):
    """The last run of a daily job, kept here as a site may be stopped every night."""

    name = models.CharField(max_length=40, primary_key=True)
    done_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
