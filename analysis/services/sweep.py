"""The sweep: what was asked for and lost on its way is asked for again."""

from datetime import datetime

from analysis.models import Analysis, Hint
from analysis.queue import enqueue_analysis, enqueue_hint
from analysis.services.claims import free_at
from foundation.queue import found_by_sweep

MOST_AT_ONCE = 20


def sweep(*, now: datetime) -> int:
    """Queue hints and analyses that nobody works on; return how many."""
    with found_by_sweep():
        hints = list(Hint.objects.filter(free_at(now)).order_by("asked_at").values_list("pk", flat=True)[:MOST_AT_ONCE])
        for number in hints:
            enqueue_hint(number)
        waiting = Analysis.objects.filter(free_at(now)).order_by("asked_at")
        analyses = list(waiting.values_list("pk", flat=True)[:MOST_AT_ONCE])
        for number in analyses:
            enqueue_analysis(number)
    return len(hints) + len(analyses)
