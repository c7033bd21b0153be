"""Check the audit: its rows must be complete, unchanged and in order."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from cryptography.fernet import InvalidToken
from django.db.models import QuerySet
from django.utils.translation import gettext
from msgspec import MsgspecError

from engine.log import BY_PLAYERS, BY_RULES, REWOUND
from foundation.shares import in_shares
from matches.log.states import open_step
from matches.models import Match, Step
from moderation.models import AuditHead, AuditRow, Late

NOTIFIED_AS = "told_as"
"""The key in a row's data that holds the kind of its future step, for actions before the log existed."""
A_SHARE = 1000
"""Rows that are read by one statement."""


@dataclass(frozen=True)
class Fault:
    """One failed check of the audit."""

    number: int
    says: str


def chain_faults() -> Iterator[Fault]:
    """All faults, row by row; none if the audit is intact."""
    number, previous = 0, ""
    for row in in_shares(AuditRow.objects.all(), A_SHARE, by=("number",)):
        if row.number != number + 1:
            yield Fault(
                row.number,
                gettext("Audit rows {first} to {last} are missing.").format(first=number + 1, last=row.number - 1),
            )
        elif row.previous != previous:
            yield Fault(
                row.number,
                gettext("Audit row {number} does not follow from the row before it.").format(number=row.number),
            )
        if row.link() != row.hash:
            yield Fault(row.number, gettext("Audit row {number} was changed.").format(number=row.number))
        if row.step is not None and not _stands_in_log(row, row.step):
            yield Fault(
                row.number,
                gettext("Audit row {number} names a step that is missing in the log of its match.").format(
                    number=row.number
                ),
            )
        number, previous = row.number, row.hash
    head = AuditHead.objects.first()
    if (head.number, head.hash) != (number, previous) if head else number:
        yield Fault(number, gettext("The audit ends at row {number}, but its head differs.").format(number=number))


def _stands_in_log(row: AuditRow, step: int) -> bool:
    return Step.objects.filter(match__audit_rows=row, number=step, hash=row.step_hash).exists()


def early_rows(match: Match) -> QuerySet[AuditRow]:
    """The audit rows that become steps when a match begins: each row exists before its step."""
    return AuditRow.objects.filter(match=match, done__has_key=NOTIFIED_AS, step=None).order_by("number")


def late_rows(match: Match) -> QuerySet[AuditRow]:
    """The audit rows that become steps when a match ends: each row exists before its step."""
    return AuditRow.objects.filter(match=match, action__in=Late.values, step=None).order_by("number")


def audit_numbers(match: Match) -> Counter[int]:
    """How often the log of a match names each audit row."""
    return Counter(number for _, number in _by_moderators(match))


def _by_moderators(match: Match) -> Iterator[tuple[Step, int]]:
    """The steps of a match that record moderators' actions, each with the number of its audit row."""
    for step in match.steps.exclude(kind__in=BY_RULES).order_by("number", "part"):
        try:
            note = open_step(step).note
        except (InvalidToken, MsgspecError):
            continue  # reported by the check of the match's own rows
        # What the players agreed on is no moderator's action, nor is what a step before has announced.
        if step.kind != REWOUND or not (note.get("by") == BY_PLAYERS or "signature" in note):
            yield step, int(note.get("audit", 0))


def log_faults(match: Match) -> Iterator[Fault]:
    """The places where the log of a match and the audit disagree about moderators' actions."""
    early, late = (set(rows.values_list("number", flat=True)) for rows in (early_rows(match), late_rows(match)))
    for step, number in _by_moderators(match):
        proved = AuditRow.objects.filter(number=number, match=match, step=step.number, step_hash=step.hash)
        if number not in early | late and not proved.exists():
            yield Fault(
                step.number,
                gettext("Step {step} names audit row {number}, which does not name it.").format(
                    step=step.number, number=number
                ),
            )
    audited = audit_numbers(match)
    due = (early if match.step >= 0 else set()) | (late if match.is_over else set())
    for number in sorted(due):
        if audited[number] != 1:
            yield Fault(
                number,
                gettext("Audit row {number} should be named by exactly one step of the log.").format(number=number),
            )
