"""How much of the processors running processes have used."""

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path


def cpu_seconds(pids: Iterable[int]) -> float:
    """The seconds of CPU that these processes have taken so far, of their own and of the kernel for them."""
    ticks = os.sysconf("SC_CLK_TCK")
    # The name of the program, in brackets, may hold anything.
    fields = (row.rpartition(")")[2].split() for pid in pids for row in _read(Path(f"/proc/{pid}/stat")))
    return sum((int(row[11]) + int(row[12])) / ticks for row in fields)


def cpu_of_each(programs: Iterable[int]) -> dict[int, float]:
    """The seconds of CPU of each process of some programs: those of PostgreSQL come and go with its connections."""
    return {pid: cpu_seconds([pid]) for program in programs for pid in with_children(program)}


def since(before: Mapping[int, float], now: Mapping[int, float]) -> float:
    """The seconds of CPU between two looks at the processes of the same programs."""
    return sum(seconds - before.get(pid, 0.0) for pid, seconds in now.items())


def with_children(pid: int) -> list[int]:
    """Return a process and those that it started, and so on."""
    with suppress(OSError):
        tasks = os.listdir(f"/proc/{pid}/task")
        lists = (text for task in tasks for text in _read(Path(f"/proc/{pid}/task/{task}/children")))
        children = [int(child) for text in lists for child in text.split()]
        return [pid, *(member for child in children for member in with_children(child))]
    return []


def _read(path: Path) -> list[str]:
    """The text of a file about a process, or nothing: the process may have ended since it was listed."""
    with suppress(OSError):
        return [path.read_text()]
    return []


def memory_kb(pid: int, *, most: bool = False) -> int:
    """Return the memory that a process holds, or the most that it has held."""
    name = "VmHWM" if most else "VmRSS"
    found = re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) if found else 0
