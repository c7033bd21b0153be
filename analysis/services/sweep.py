"""The sweep: what was asked for and lost on its way is asked for again."""

from datetime import datetime

from analysis.models import Analysis
from analysis.queue import enqueue_analysis, enqueue_hint
from analysis.services.claims import first_waiting, free_at, waiting_hints
from foundation.queue import use_sweep_queue

MOST_AT_ONCE = 20


@use_sweep_queue()
def sweep(*, now: datetime) -> int:
    """Queue the hints that nobody works on, and the first analysis; return how many."""
    hints = list(waiting_hints(now).values_list("pk", flat=True)[:MOST_AT_ONCE])
    for number in hints:
        enqueue_hint(number)
    # One analysis after the other, so that bots wait for one part at most.
    row = first_waiting()
    lost = row is not None and Analysis.objects.filter(free_at(now), pk=row.pk).exists()
    if row is not None and lost:
        enqueue_analysis(row.pk, row.done)
    return len(hints) + lost
