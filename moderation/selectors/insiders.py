"""People without a seat who know what a match keeps sealed."""

from collections.abc import Collection

from moderation.models import SealGrant


def knows_too_much(match_id: int, accounts: Collection[int]) -> bool:
    """True if one of the accounts has broken a seal of the match; then none of them may take a seat there."""
    return SealGrant.objects.filter(match=match_id, asked_by__in=accounts, audit_number__isnull=False).exists()
