"""The sweep: what was asked for and lost on its way is asked for again."""

from datetime import datetime

from analysis.models import Analysis, Hint
from analysis.queue import enqueue_analysis, enqueue_hint
from analysis.services.claims import first_waiting, free_at
from foundation.queue import use_sweep_queue

MOST_AT_ONCE = 20


@use_sweep_queue()
def sweep(*, now: datetime) -> int:
    """Queue the hints that nobody works on, and the first analysis; return how many."""
    hints = list(Hint.objects.filter(free_at(now)).order_by("asked_at").values_list("pk", flat=True)[:MOST_AT_ONCE])
    for number in hints:
        enqueue_hint(number)
    # One analysis after the other, so that bots wait for one part at most.
    row = first_waiting()
    lost = row is not None and Analysis.objects.filter(free_at(now), pk=row.pk).exists()
    if row is not None and lost:
        enqueue_analysis(row.pk, row.done)
    return len(hints) + lost
