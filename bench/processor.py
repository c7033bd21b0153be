"""How much of the processors running processes have used."""

import os
from collections.abc import Iterable
from pathlib import Path


def cpu_seconds(pids: Iterable[int]) -> float:
    """The seconds of CPU that these processes have taken so far, of their own and of the kernel for them."""
    ticks = os.sysconf("SC_CLK_TCK")
    # The name of the program, in brackets, may hold anything.
    fields = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids)
    return sum((int(row[11]) + int(row[12])) / ticks for row in fields)
