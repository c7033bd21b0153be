"""Tell open pages of a ladder or tournament that it changed. The message says no more; pages then reload."""

from django.db.models import Count, Max, Q

from foundation.live import push
from ladders.models import Challenge, Ladder, StandingChange, Tournament


def group_of(of: Ladder | Tournament) -> str:
    """The group of everyone who has a ladder or tournament open."""
    return f"{of._meta.model_name}.{of.pk}"


def push_page(of: Ladder | Tournament) -> None:
    """Notify everyone who has a ladder or tournament open, once the transaction commits."""
    push([(group_of(of), "table.moved")])


def socket_of(of: Ladder | Tournament) -> str:
    """The address of a page's socket; it includes the page's version, so that no change is missed while connecting."""
    return f"/ws/{of._meta.model_name}/{of.pk}/?stands={standing(of)}"


def standing(of: Ladder | Tournament) -> str:
    """A version string of what a page shows: the newest rows and their states."""
    if isinstance(of, Tournament):
        last = StandingChange.objects.filter(entry__tournament=of).order_by("pk").values_list("pk", flat=True).last()
        return f"{last}.{of.all_rounds.count()}.{of.status}"
    state = Challenge.State
    challenges = of.challenges.aggregate(
        newest=Max("pk"),
        open=Count("pk", filter=Q(state=state.OPEN)),
        running=Count("pk", filter=Q(state=state.RUNNING)),
    )
    seasons = of.seasons.aggregate(newest=Max("pk"), ended=Count("ended_at"))
    change = of.changes.aggregate(newest=Max("pk"))
    numbers = [*change.values(), *challenges.values(), *seasons.values(), "closed" if of.closed_at else "on"]
    return ".".join(map(str, numbers))
