"""Who knows what a match keeps sealed without having a seat."""

from moderation.models import SealGrant


def knows_too_much(match_id: int, user_id: int) -> bool:
    """Whether somebody has looked behind the seals of a match, so that they can take no seat there."""
    return SealGrant.objects.filter(match=match_id, asked_by=user_id, audit_number__isnull=False).exists()
