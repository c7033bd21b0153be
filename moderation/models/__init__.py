"""Moderation in the database. Nothing here holds a secret of a match."""

from moderation.models.audit import AuditHead, AuditRow, Late
from moderation.models.desk import PlayerNote, SavedAnswer
from moderation.models.enums import Category
from moderation.models.reports import Report
from moderation.models.sanctions import Sanction
from moderation.models.seals import SealGrant
from moderation.models.signals import Signal, Weighed

__all__ = [
    "AuditHead",
    "AuditRow",
    "Category",
    "Late",
    "PlayerNote",
    "Report",
    "Sanction",
    "SavedAnswer",
    "SealGrant",
    "Signal",
    "Weighed",
]
