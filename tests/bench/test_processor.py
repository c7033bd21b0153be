"""What benchmarks count of processes that may end at any time."""

import os
import subprocess
import sys

from bench.processor import cpu_seconds, with_children


def test_a_process_that_has_ended_counts_for_nothing():
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert with_children(ended.pid) == []
    assert cpu_seconds([ended.pid]) == 0
    assert cpu_seconds([os.getpid(), ended.pid]) > 0


def test_children_of_children_count():
    child = f"import subprocess, sys; subprocess.run([{sys.executable!r}, '-c', 'print(0, flush=True); input()'])"
    with subprocess.Popen([sys.executable, "-c", child], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        started.stdout.readline()
        assert len(with_children(started.pid)) == 2
        started.communicate(b"\n")
