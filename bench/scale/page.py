"""Write `docs/scaling.md` from the figures of a run."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench.figures import Figure
from bench.page import row_of, today
from bench.scale.sizes import sizes_of

TEXT = Path(__file__).with_name("scaling.txt")
PARTS = ("web_ms_cpu_per_answer", "worker_ms_cpu_per_round", "stores_ms_cpu_per_answer")
MACHINES, CORES, HALF = (1, 10, 100), 4, 0.5
MEMORY_KB, DISK_BYTES, DAY = 16_000_000, 100e9, 86_400
BIG_CORES = 32
"""Of a large machine for PostgreSQL."""
SHARE = """ This run had `SCALE={:g}`: the big site
has that part of 200,000 running and a million finished matches, and what is counted in whole pages of the disk, such as
the bytes of a match, comes out too large."""
POOLED = """The run put the site behind PgBouncer with transaction pooling: two web processes and two workers shared
{} connections, and no answer was refused or lost. The dump and the signals were made there too."""
NOT_POOLED = "The machine of this run had no PgBouncer, so these settings were not tried."
SITES = {
    "Board Game Arena in 2022, on the average": 70,
    "Board Game Arena in 2022, at the peak": 200,
    "Lichess, 5 million matches a day": 3500,
}
"""Answers a second; for Lichess, as many for each match as at Board Game Arena."""


def write_scaling(path: Path, figures: Sequence[Figure], scale: float) -> None:
    """Replace the page."""
    value = {figure.figure.partition(".")[2]: figure.value for figure in figures if figure.figure.startswith("scale.")}
    path.write_text(text_of(value, figures, scale), encoding="utf-8")


def text_of(value: Mapping[str, float], figures: Sequence[Figure], scale: float) -> str:
    """Return the page."""
    ms = sum(value[part] for part in PARTS)
    sizes = sizes_of(scale)
    most_rate = BIG_CORES * HALF * 1000 / value["stores_ms_cpu_per_answer"]
    return TEXT.read_text(encoding="utf-8").format(
        command=f"make bench-scale SCALE={scale:g} WRITE=docs/scaling.md",
        day=today(),
        cores=os.cpu_count(),
        busy=f"a load of {os.getloadavg()[2]:.1f} over the last quarter of an hour",
        running=sizes.running * (sizes.copies + 1),
        finished=sizes.running * (sizes.ended + 1),
        share=SHARE.format(scale) if scale < 1 else "",
        rows="".join(map(row_of, figures)).rstrip(),
        web_ms=value["web_ms_cpu_per_answer"],
        worker_ms=value["worker_ms_cpu_per_round"],
        stores_ms=value["stores_ms_cpu_per_answer"],
        ours_ms=round(ms - value["stores_ms_cpu_per_answer"], 1),
        per_core=_rounded(1000 / ms),
        big_cores=BIG_CORES,
        most_rate=_rounded(most_rate),
        most_machines=_rounded(most_rate / _rate_of_machine(ms)),
        pages_each=_rounded(HALF * MEMORY_KB / value["kb_per_socket"]),
        storm=f"{value['storm_rounds_per_s']:,.0f}",
        kb=value["kb_per_socket"],
        match_kb=round(value["bytes_per_running_match"] / 1000),
        pooled=POOLED.format(value["pgbouncer_connections"]) if "pgbouncer_connections" in value else NOT_POOLED,
        machines="\n".join(_machines(ms, value)),
        sites="\n".join(f"| {name} | {rate:,} | {rate * ms / 1000 / HALF:,.1f} |" for name, rate in SITES.items()),
    )


def _machines(ms: float, value: Mapping[str, float]) -> Iterator[str]:
    for number in MACHINES:
        rate = number * _rate_of_machine(ms)
        pages = number * HALF * MEMORY_KB / value["kb_per_socket"]
        matches = number * DISK_BYTES / value["bytes_per_running_match"]
        yield f"| {number} | {_rounded(rate)} | {_rounded(rate * DAY)} | {_rounded(pages)} | {_rounded(matches)} |"


def _rate_of_machine(ms: float) -> float:
    """Return the answers a second of one machine."""
    return CORES * HALF * 1000 / ms


def _rounded(number: float) -> str:
    """Return a number with its first two digits alone, as the rest would look exact."""
    zeros = max(0, len(str(int(number))) - 2)
    return f"{round(number, -zeros):,.0f}"
