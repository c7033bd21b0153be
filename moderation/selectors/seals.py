"""Requests to break a seal, as moderators read them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from accounts.models import User
from moderation.models import SealGrant
from moderation.selectors.desk import seals_for


@dataclass(frozen=True)
class SealLine:
    """A request to break a seal, its status, and what the reader may do with it."""

    grant: SealGrant
    stands: str
    may_judge: bool
    may_look: bool

    @property
    def waits_for_reader(self) -> bool:
        """True if the reader has to act."""
        return self.may_judge or self.may_look


def seal_lines(user: User, mine: Collection[int], *, may: bool, now: datetime) -> list[SealLine]:
    """The requests a moderator may read; `may` is True if they may break seals.

    Those that wait for this moderator come first, then the newest.
    """
    lines = [_line(grant, user, mine, may, now) for grant in seals_for(mine)]
    return sorted(lines, key=lambda line: not line.waits_for_reader)


def _line(grant: SealGrant, user: User, mine: Collection[int], may: bool, now: datetime) -> SealLine:
    open_still = may and not grant.match.is_over
    may_judge = open_still and grant.waits(now) and grant.asked_by_id not in mine
    may_look = open_still and grant.is_usable(now) and grant.asked_by_id == user.pk
    return SealLine(grant, _stands(grant, now), may_judge, may_look)


def _stands(grant: SealGrant, now: datetime) -> str:
    if grant.audit_number:
        return gettext("Used, row {number}.").format(number=grant.audit_number)
    if grant.refused_by:
        return gettext("{name} refused.").format(name=grant.refused_by.display_name)
    if grant.match.is_over or not (grant.waits(now) or grant.is_usable(now)):
        return gettext("Never used, and not good any more.")
    if grant.consent_by:
        return gettext("{name} agreed.").format(name=grant.consent_by.display_name)
    return (
        gettext("Waits for a second moderator.") if grant.needs_consent else gettext("No second moderator is set up.")
    )
