"""A process beside the test, with settings of the test."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

import django
from django.conf import settings


@contextmanager
def process_apart(**given: Any) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of one process that has these settings, and none of the tables of a test."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_set_up, initargs=(given,)) as pool:
        yield pool


def _set_up(given: dict[str, Any]) -> None:
    for name, value in given.items():
        setattr(settings, name, value)
    django.setup()
