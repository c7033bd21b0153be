"""The audit: what moderators did and why, each row chained to the one before.

Rows are only ever added. The model refuses the rest here, and triggers of the database refuse it to everybody else.
"""

import hashlib
import json
from datetime import UTC
from typing import Any, NoReturn

from django.conf import settings
from django.db import models

from games.beside import Message
from games.models import Match
from moderation.models.reports import Report
from moderation.models.terms import Category

USER = settings.AUTH_USER_MODEL
FINAL = "An audit row is never changed or deleted. Undo what was done: that writes a row of its own."


class Late(models.TextChoices):
    """What the log of a match tells only when the match is over: it would tell too much before, or too soon."""

    BROKEN = "break-seal", "broke a seal"
    HELD = "hold-seat", "gave the seat to a bot for a suspension"
    RETURNED = "return-seat", "gave the seat back after a suspension"


class AuditRowIsFinal(TypeError):
    """Somebody tried to change or delete an audit row."""

    def __init__(self) -> None:
        super().__init__(FINAL)


class AuditRows(models.QuerySet["AuditRow"]):
    """Rows that can be added and read."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise AuditRowIsFinal

    def delete(self) -> NoReturn:
        """Refuse."""
        raise AuditRowIsFinal


class AuditRow(models.Model):
    """One thing that a moderator did."""

    number = models.PositiveIntegerField(unique=True)
    """Its place in the chain, from 1."""
    at = models.DateTimeField()
    actor = models.ForeignKey(USER, models.PROTECT, related_name="+")
    action = models.SlugField(max_length=40)
    match = models.ForeignKey(Match, models.PROTECT, null=True, related_name="audit_rows")
    seat = models.PositiveSmallIntegerField(null=True)
    subject = models.ForeignKey(USER, models.PROTECT, null=True, related_name="audit_rows")
    """The player whom it was done to. Shown by `moderation.selectors.names` alone: a table may hide who sits there."""
    message = models.ForeignKey(Message, models.PROTECT, null=True, related_name="+")
    report = models.ForeignKey(Report, models.PROTECT, null=True, related_name="audit_rows")
    category = models.CharField(max_length=12, choices=Category)
    reason = models.TextField()
    done = models.JSONField(default=dict)
    """What came of it, with all that undoing it needs; never a secret of a match."""
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")
    step = models.PositiveIntegerField(null=True)
    step_hash = models.CharField(max_length=64, default="", blank=True)
    """The step of the match's log that tells of it, where there is one: each proves the other."""
    consent = models.ForeignKey(USER, models.PROTECT, null=True, related_name="+")
    """The second moderator who agreed, where one had to."""
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    objects = AuditRows.as_manager()

    class Meta:
        ordering = ("-number",)

    def __str__(self) -> str:
        return f"Audit row {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row. Raises `AuditRowIsFinal` for one that is there."""
        if not self._state.adding:
            raise AuditRowIsFinal
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise AuditRowIsFinal

    def link(self) -> str:
        """The hash that this row must have: of all that it says, and of the row before."""
        said = {
            "number": self.number,
            "at": self.at.astimezone(UTC).isoformat(),
            "actor": self.actor_id,
            "action": self.action,
            "match": self.match_id,
            "seat": self.seat,
            "subject": self.subject_id,
            "message": self.message_id,
            "report": self.report_id,
            "category": str(self.category),
            "reason": self.reason,
            "done": self.done,
            "undoes": self.undoes_id,
            "step": self.step,
            "step_hash": self.step_hash,
            "consent": self.consent_id,
            "previous": self.previous,
        }
        return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


class AuditHead(models.Model):
    """The end of the chain: one row, and the lock under which the chain grows."""

    number = models.PositiveIntegerField(default=0)
    hash = models.CharField(max_length=64, default="", blank=True)

    def __str__(self) -> str:
        return f"{self.number} audit rows"
