"""Delete old rows a few thousand at a time: on a large site, all at once would be cut off and rolled back."""

from typing import Any

from django.db.models import QuerySet

A_SHARE = 5000


def delete_share(old: QuerySet[Any], *, by: str) -> int:
    """Delete up to a share of these rows, the lowest by a field, and return their number: 0 once all are gone."""
    share = old.order_by(by).values("pk")[:A_SHARE]
    return int(old.model._base_manager.filter(pk__in=share).delete()[0])
