"""Garbage collection is seldom while code is loaded, and leaves out what a server has loaded."""

import subprocess
import sys

import pytest

from foundation.collector import NEW_OBJECTS, OLD, YOUNG
from tests.support.processes import ROOT

COUNT = "import gc; print(gc.get_freeze_count(), sum(len(gc.get_objects(generation)) for generation in range(3)))"
WEB = "import piecepack_site.asgi"
WORKER = """
import piecepack_site.asgi
import gc
from celery import signals
gc.unfreeze()
signals.worker_init.send(sender=None)
"""
AT_THE_FIRST_LIBRARY = """
import contextlib, gc, sys
sys.modules["celery"] = None
with contextlib.suppress(ImportError):
    import piecepack_site
"""


@pytest.mark.parametrize("start", [WEB, WORKER], ids=["web", "worker"])
def test_what_is_loaded_at_the_start_is_not_collected_again(start: str) -> None:
    code = f"{start}\n{COUNT}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    frozen, left = map(int, done.stdout.split())
    assert frozen > 100 * left


def test_the_collector_runs_seldom_while_the_code_is_loaded() -> None:
    code = f"{AT_THE_FIRST_LIBRARY}print(*gc.get_threshold())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert tuple(map(int, done.stdout.split())) == (NEW_OBJECTS, YOUNG, OLD)
