"""Tells open pages of a ladder or tournament that it moved. The message says no more than that: pages then ask."""

from games.push import pages_told
from ladders.models import Ladder, StandingChange, Tournament


def group_of(of: Ladder | Tournament) -> str:
    """The group of all who look at a ladder or tournament."""
    return f"{of._meta.model_name}.{of.pk}"


def moved(of: Ladder | Tournament) -> None:
    """Tell everyone who looks at a ladder or tournament, once the transaction commits."""
    pages_told([(group_of(of), "table.moved")])


def socket_of(of: Ladder | Tournament) -> str:
    """The address of a page's socket; it tells how the page was made, to hear what came between the two."""
    return f"/ws/{of._meta.model_name}/{of.pk}/?stands={standing(of)}"


def standing(of: Ladder | Tournament) -> str:
    """Where a ladder or tournament stands: the newest rows of what its page shows."""
    if isinstance(of, Ladder):
        rows = [of.changes.order_by("pk"), of.challenges.order_by("pk")]
        return ".".join(str(found.values_list("pk", flat=True).last()) for found in rows)
    change = StandingChange.objects.filter(entry__tournament=of).order_by("pk").values_list("pk", flat=True).last()
    return f"{change}.{of.all_rounds.count()}.{of.status}"
