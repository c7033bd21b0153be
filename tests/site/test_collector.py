"""What a server has loaded is left out of garbage collection."""

import subprocess
import sys

import pytest

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


@pytest.mark.parametrize("start", [WEB, WORKER], ids=["web", "worker"])
def test_what_is_loaded_at_the_start_is_not_collected_again(start: str) -> None:
    code = f"{start}\n{COUNT}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    frozen, left = map(int, done.stdout.split())
    assert frozen > 100 * left
