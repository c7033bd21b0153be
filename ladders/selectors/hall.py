"""The hall of fame: the first three of every finished season and tournament that everyone may see."""

from django.db.models import Prefetch, QuerySet

from ladders.models import Entry, Season, SeasonPlace, Tournament
from ladders.selectors.access import OF_EVERYONE

PLACES = 3


def seasons_over() -> QuerySet[Season]:
    """Finished seasons with their first three as `first`, the latest first."""
    places = SeasonPlace.objects.filter(level=1, position__lte=PLACES).select_related("user")
    first = Prefetch("places", places, to_attr="first")
    over = Season.objects.filter(ladder__club=None).exclude(ended_at=None).select_related("ladder")
    return over.prefetch_related(first).order_by("-ended_at", "-pk")


def tournaments_over() -> QuerySet[Tournament]:
    """Finished tournaments with their first three as `first`, the latest first."""
    entries = Entry.objects.filter(rank__lte=PLACES).select_related("user").order_by("rank")
    first = Prefetch("entries", entries, to_attr="first")
    over = Tournament.objects.filter(OF_EVERYONE, status=Tournament.Status.FINISHED)
    return over.prefetch_related(first).order_by("-ended_at", "-pk")
