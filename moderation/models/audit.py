"""The audit: what moderators did and why, each row chained to the previous one.

Rows are only ever added. The model refuses changes here, and database triggers refuse them everywhere else.
"""

import hashlib
import json
from datetime import UTC
from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy, gettext_noop

from clubs.models import Club, ClubMessage
from matches.models import Match
from matches.models.social import Message
from moderation.models.enums import Category
from moderation.models.reports import Report

USER = settings.AUTH_USER_MODEL
FINAL = "An audit row is never changed or deleted. Undo what was done: that writes a row of its own."


FOLLOWS = gettext_noop("It follows from row {number}.")
IN_ADMIN = gettext_noop("Set in the admin: {what}.")
BY_ADMIN = gettext_noop("Set in the admin.")


class Late(models.TextChoices):
    """Steps that the log of a match shows only after the match: earlier they would reveal too much."""

    BROKEN = "break-seal", gettext_lazy("broke a seal")
    HELD = "hold-seat", gettext_lazy("gave the seat to a bot for a suspension")
    RETURNED = "return-seat", gettext_lazy("gave the seat back after a suspension")


class AuditRowIsFinal(TypeError):
    """An attempt to change or delete an audit row."""

    def __init__(self) -> None:
        super().__init__(FINAL)


class AuditRows(models.QuerySet["AuditRow"]):
    """Rows that can be added and read, nothing else."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise AuditRowIsFinal

    def delete(self) -> NoReturn:
        """Refuse."""
        raise AuditRowIsFinal


class AuditRow(models.Model):
    """One thing that a moderator did."""

    number = models.PositiveIntegerField(unique=True)
    """Its position in the chain, from 1."""
    at = models.DateTimeField()
    actor = models.ForeignKey(USER, models.PROTECT, related_name="+")
    action = models.SlugField(max_length=40)
    match = models.ForeignKey(Match, models.PROTECT, null=True, related_name="audit_rows")
    seat = models.PositiveSmallIntegerField(null=True)
    subject = models.ForeignKey(USER, models.PROTECT, null=True, related_name="audit_rows")
    """The player it was done to. Only `moderation.selectors.names` may display it: names may be hidden in the
    match.
    """
    message = models.ForeignKey(Message, models.PROTECT, null=True, related_name="+")
    club = models.ForeignKey(Club, models.PROTECT, null=True, related_name="audit_rows")
    club_message = models.ForeignKey(ClubMessage, models.PROTECT, null=True, related_name="+")
    report = models.ForeignKey(Report, models.PROTECT, null=True, related_name="audit_rows")
    category = models.CharField(max_length=12, choices=Category)
    reason = models.TextField()
    done = models.JSONField(default=dict)
    """The outcome, with everything that undoing needs; never a secret of a match."""
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")
    step = models.PositiveIntegerField(null=True)
    step_hash = models.CharField(max_length=64, default="", blank=True)
    """The step of the match's log that records it, if any: each proves the other."""
    consent = models.ForeignKey(USER, models.PROTECT, null=True, related_name="+")
    """The second moderator who agreed, if one was needed."""
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    objects = AuditRows.as_manager()

    class Meta:
        ordering = ("-number",)

    def __str__(self) -> str:
        return f"Audit row {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row. Raises `AuditRowIsFinal` for an existing one."""
        if not self._state.adding:
            raise AuditRowIsFinal
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise AuditRowIsFinal

    def link(self) -> str:
        """The hash that this row must have, over its content and the previous row's hash."""
        content = {
            "number": self.number,
            "at": self.at.astimezone(UTC).isoformat(),
            "actor": self.actor_id,
            "action": self.action,
            "match": self.match_id,
            "seat": self.seat,
            "subject": self.subject_id,
            "message": self.message_id,
            "club": self.club_id,
            "club_message": self.club_message_id,
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
        return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


class AuditHead(models.Model):
    """The end of the chain: one row, locked while the chain grows."""

    number = models.PositiveIntegerField(default=0)
    hash = models.CharField(max_length=64, default="", blank=True)

    def __str__(self) -> str:
        return f"{self.number} audit rows"
