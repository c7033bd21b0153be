"""Build the small site and the big one, and measure both."""

import logging
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from unittest import mock

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, connections  # noqa: E402
from django.test import override_settings  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from bench.figures import Figure  # noqa: E402
from bench.scale.copied import DAY, YEARS, Layout, copy_rows, set_sequences, table_bytes  # noqa: E402
from bench.scale.history import signals_taken  # noqa: E402
from bench.scale.load import Load, load_of  # noqa: E402
from bench.scale.pages import Cost, Page, page_costs, ratios  # noqa: E402
from bench.scale.played import Played, marks, play_site  # noqa: E402
from bench.scale.pooler import CONNECTIONS, OF_POOLER, connections_used  # noqa: E402
from bench.scale.progress import say, shown  # noqa: E402
from bench.scale.sizes import Sizes, sizes_of  # noqa: E402
from bench.scale.sweeps import sweep_ticks  # noqa: E402
from foundation import file_checks  # noqa: E402
from tests.matches.tables import NOON  # noqa: E402
from tests.site.matrix.asking import undone  # noqa: E402
from tests.site.matrix.world import SAFE, World  # noqa: E402
from tests.support.catcher import catching  # noqa: E402
from tests.support.postgres import Postgres  # noqa: E402
from tests.support.processes import ServiceMissing  # noqa: E402
from tests.support.redis import Redis  # noqa: E402

CHUNKS = 100
PATIENCE = 120.0
"""Seconds for which a page waits for what it has checked file_checks."""
FLOOR_MS = 20.0
"""The time under which a page of the small site counts as this long: there, chance decides more than the page."""
ROUNDS_LEAST, WEB_MOST, WORKER_MOST, KB_MOST = 400.0, 4.0, 5.0, 60.0
RATIO_MOST, QUERIES_MOST, TICK_MOST, BYTES_MOST = 2.0, 12, 50.0, 15_000
NAMED = 12
"""Pages and tables that are named beside the figures, the worst first; and all pages with too many queries."""


class Measured(NamedTuple):
    """What was measured of one site."""

    sweeps: Mapping[str, float]
    pages: Mapping[Page, Cost]


def figures(database: Postgres, queue: Redis, keys: dict[str, str], scale: float) -> Iterator[Figure]:
    """Yield all figures, first those of the small site."""
    sizes = sizes_of(scale)
    setup_test_environment()
    # A line for each request would take longer than some of them.
    logging.disable(logging.WARNING)
    call_command("migrate", verbosity=0)
    patient = mock.patch.object(file_checks, "WAIT", PATIENCE)
    with override_settings(**SAFE), patient, catching() as elsewhere:
        played = play_site(sizes, NOON)
        small = _measured(elsewhere.url, sizes)
        light = _load(database, queue, keys, sizes)
        yield from _of_load(light, "small.")
        per_match = _copy_all(played, sizes)
        big = _measured(elsewhere.url, sizes)
    yield Figure("scale.bytes_per_running_match", round(sum(per_match.values())), "bytes", most=BYTES_MOST)
    for name in sorted(per_match, key=lambda name: -per_match[name])[:NAMED]:
        say(f"{per_match[name]:10.0f} bytes of a running match, with indexes: {name}")
    yield from _of_sweeps(small, big)
    yield from _of_pages(small, big)
    taken = signals_taken()
    yield Figure("scale.signals_s", round(taken.seconds, 2), "s")
    yield Figure("scale.signals_mb", round(taken.mb, 1), "MB")
    yield from _of_load(_load(database, queue, keys, sizes), "")
    try:
        used = connections_used(database.url("site"), queue.url, keys, sizes)
    except ServiceMissing as error:
        say(str(error))
    else:
        yield Figure(OF_POOLER, used, "connections", most=CONNECTIONS)


def _measured(elsewhere: str, sizes: Sizes) -> Measured:
    """Measure a site. Nothing stays of what its pages are asked about: servers run on it later, and would go on."""
    _tidy()
    ticks = sweep_ticks()
    with undone():
        return Measured(ticks, page_costs(World(elsewhere), sizes.times, sizes.every))


def _tidy() -> None:
    """Do what autovacuum does in its time."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _load(database: Postgres, queue: Redis, keys: dict[str, str], sizes: Sizes) -> Load:
    connections.close_all()
    stores = [database.service.pid, queue.service.pid]
    return load_of(database.url("site"), queue.url, keys, sizes, stores)


def _copy_all(played: Played, sizes: Sizes) -> Mapping[str, float]:
    """Make the big site; return the bytes that each running match took in each table."""
    # Rows that were there may have gone since, such as the answers of a round.
    strides = {table: max(last, played.running[table], played.all[table]) for table, last in marks().items()}
    nothing = dict.fromkeys(strides, 0)
    _copy(Layout(strides, nothing, played.people), sizes.copies, "people copied")
    before = table_bytes()
    _copy(Layout(strides, played.people, played.running), sizes.copies, "running matches copied")
    running = {name: size - before[name] for name, size in table_bytes().items()}
    older = YEARS * 365 * DAY / sizes.ended
    _copy(Layout(strides, played.running, played.all, older, sizes.copies), sizes.ended, "ended matches copied")
    set_sequences()
    return {name: size / (sizes.running * sizes.copies) for name, size in running.items()}


def _copy(layout: Layout, copies: int, words: str) -> None:
    step = max(1, copies // CHUNKS)
    starts = range(1, copies + 1, step)
    for first in shown(starts, words):
        copy_rows(layout, range(first, min(first + step, copies + 1)))


def _of_sweeps(small: Measured, big: Measured) -> Iterator[Figure]:
    for name, ms in big.sweeps.items():
        say(f"{ms:8.1f} ms, {small.sweeps[name]:.1f} ms when small: {name}")
    yield Figure("scale.sweep_tick_ms", round(max(big.sweeps.values()), 1), "ms", most=TICK_MOST)
    yield Figure("small.sweep_tick_ms", round(max(small.sweeps.values()), 1), "ms")


def _of_pages(small: Measured, big: Measured) -> Iterator[Figure]:
    worst = ratios(small.pages, big.pages, floor=FLOOR_MS)
    for ratio, page in worst[:NAMED]:
        say(f"{ratio:6.2f} times: {big.pages[page].ms:.0f} ms, {small.pages[page].ms:.0f} ms when small: {page}")
    many = sorted(big.pages, key=lambda page: -big.pages[page].queries)
    for page in [page for page in many if big.pages[page].queries > QUERIES_MOST] or many[:1]:
        say(f"{big.pages[page].queries:6} queries, {small.pages[page].queries} when small: {page}")
    yield Figure("scale.pages", len(worst), "pages")
    yield Figure("scale.page_ratio_max", round(worst[0][0], 2), "times", most=RATIO_MOST)
    yield Figure("scale.page_queries_max", big.pages[many[0]].queries, "queries", most=QUERIES_MOST)


def _of_load(load: Load, prefix: str) -> Iterator[Figure]:
    name, big = prefix or "scale.", not prefix
    rounds, web, worker = load.storm_rounds_per_s, load.web_ms_per_answer, load.worker_ms_per_round
    yield Figure(f"{name}storm_rounds_per_s", round(rounds), "1/s", least=ROUNDS_LEAST if big else None)
    yield Figure(f"{name}web_ms_cpu_per_answer", round(web, 1), "ms", most=WEB_MOST if big else None)
    yield Figure(f"{name}worker_ms_cpu_per_round", round(worker, 1), "ms", most=WORKER_MOST if big else None)
    yield Figure(f"{name}stores_ms_cpu_per_answer", round(load.stores_ms_per_answer, 1), "ms")
    yield Figure(f"{name}kb_per_socket", round(load.kb_per_socket, 1), "kB", most=KB_MOST if big else None)
