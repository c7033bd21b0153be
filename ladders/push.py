"""Tells open pages of a ladder or tournament that it moved. The message says no more than that: pages then ask."""

from django.db.models import Count, Max, Q

from games.push import pages_told
from ladders.models import Challenge, Ladder, StandingChange, Tournament


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
    """Where a ladder or tournament stands: the newest rows of what its page shows, and what became of them."""
    if isinstance(of, Ladder):
        return _standing_of_ladder(of)
    change = StandingChange.objects.filter(entry__tournament=of).order_by("pk").values_list("pk", flat=True).last()
    return f"{change}.{of.all_rounds.count()}.{of.status}"


def _standing_of_ladder(ladder: Ladder) -> str:
    state = Challenge.State
    challenges = ladder.challenges.aggregate(
        newest=Max("pk"),
        open=Count("pk", filter=Q(state=state.OPEN)),
        running=Count("pk", filter=Q(state=state.RUNNING)),
    )
    seasons = ladder.seasons.aggregate(newest=Max("pk"), ended=Count("ended_at"))
    change = ladder.changes.aggregate(newest=Max("pk"))
    numbers = [*change.values(), *challenges.values(), *seasons.values(), "closed" if ladder.closed_at else "on"]
    return ".".join(map(str, numbers))
