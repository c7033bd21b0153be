"""What the signals take that are worked out of all of history, in a process of their own."""

import os
import time
from typing import NamedTuple

import django

django.setup()

from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from bench.processor import memory_kb  # noqa: E402
from foundation.processes import processes  # noqa: E402
from moderation.services.signals import recompute_signals  # noqa: E402

FAVOURS = """
UPDATE moderation_weighed SET favours = given.rows FROM (
    SELECT one.match_id,
        jsonb_agg(jsonb_build_array(one.user_id, other.user_id, random() - 0.5, '[4, 7]'::jsonb)) AS rows
    FROM matches_seat one JOIN matches_seat other ON other.match_id = one.match_id AND other.user_id <> one.user_id
    GROUP BY one.match_id
) AS given WHERE given.match_id = moderation_weighed.match_id
"""
"""A copy of a match would name the people of the original."""


class Taken(NamedTuple):
    """What a run takes."""

    seconds: float
    mb: float
    """The most memory beyond that of the process before."""


def signals_taken() -> Taken:
    """Return what the signals take, once all weighed matches have favours of luck alone."""
    with connection.cursor() as cursor:
        cursor.execute(FAVOURS)
        cursor.execute("VACUUM ANALYZE moderation_weighed")
    # Memory that this process has had and given back would not count.
    with processes(1) as one:
        return one.submit(_take).result()


def _take() -> Taken:
    connection.ensure_connection()
    before, begun = memory_kb(os.getpid()), time.perf_counter()
    recompute_signals(now=timezone.now())
    return Taken(time.perf_counter() - begun, (memory_kb(os.getpid(), most=True) - before) / 1000)
