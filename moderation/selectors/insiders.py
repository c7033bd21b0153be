"""Who knows what a match keeps sealed without having a seat."""

from collections.abc import Collection

from moderation.models import SealGrant


def knows_too_much(match_id: int, accounts: Collection[int]) -> bool:
    """Whether somebody has looked behind the seals of a match, so that none of their accounts takes a seat there."""
    return SealGrant.objects.filter(match=match_id, asked_by__in=accounts, audit_number__isnull=False).exists()
