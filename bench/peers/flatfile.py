"""Answers by socket beside moves at boardgame.io's server with FlatFile storage, by its own client library.

Both have as many tables of three, as many answers on their way at once, and take turns. Ours are on disk when they are
acknowledged, and a worker resolves their rounds meanwhile; FlatFile does not wait for the disk. The bar is for a server
that is busy: each of the people has an answer on its way. With fewer at once its groups of answers are smaller.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from bench import server as ours
from bench.figures import Figure
from bench.peers.install import HERE, WORK
from bench.sockets import Lines
from bench.visitors import make_tables, open_rounds
from tests.support import postgres, redis
from tests.support.processes import free_port, private_directory
from tests.support.site import ServerSite, server

SCRIPTS = HERE / "boardgame"
WAVES = 5
PEOPLE = 45
"""Each has one answer on its way at a time."""
LEAST_OVER_FLATFILE = 1.0
"""Answers that are on disk must come as fast as moves that are not."""
Process = subprocess.Popen[str]


class Both(NamedTuple):
    """What the same waves took here and there."""

    mine: ours.Measured = ours.Measured()
    theirs: ours.Measured = ours.Measured()


def figures() -> Iterator[Figure]:
    """Let both take the same number of answers, in waves between each other, and compare the seconds."""
    with (
        private_directory() as directory,
        postgres.started(durable=True) as database,
        redis.started() as queue,
        server(database, queue.url, webs=ours.WEBS, workers=1) as site,
        _peer(directory) as players,
    ):
        busy, calm = asyncio.run(_measure(site, players))
    yield from figures_of(busy)
    yield from figures_of(calm, f"_{ours.AT_ONCE}_at_once", least=None)


def figures_of(both: Both, calm: str = "", least: float | None = LEAST_OVER_FLATFILE) -> Iterator[Figure]:
    """Return the figures of the waves of both."""
    mine, theirs = (one.accepted / one.sending for one in both)
    yield Figure(f"server.socket_answers_beside_flatfile{calm}_per_s", round(mine), "1/s")
    yield Figure(f"peers.boardgameio.flatfile_moves{calm}_per_s", round(theirs), "1/s")
    yield Figure(f"server.socket_answers_over_flatfile{calm}", round(mine / theirs, 2), "times", least=least)


async def _measure(site: ServerSite, players: Process) -> tuple[Both, Both]:
    """Return what waves took with an answer of everybody on its way, and with few."""
    people = make_tables(site, people=PEOPLE, tables=ours.TABLES)
    found = {PEOPLE: Both(), ours.AT_ONCE: Both()}
    async with AsyncExitStack() as stack:
        lines = Lines(site.urls, people)
        await lines.open(stack)
        for _ in range(WAVES):
            for at_once, before in found.items():
                rounds = await asyncio.to_thread(open_rounds, site)
                mine = await ours.wave(site, rounds, partial(ours.send_by_sockets, lines, rounds, at_once))
                done = await asyncio.to_thread(_ask, players, str(at_once))
                theirs = ours.Measured(done["moves"], done["seconds"])
                found[at_once] = Both(before.mine.plus(mine), before.theirs.plus(theirs))
    return found[PEOPLE], found[ours.AT_ONCE]


@contextmanager
def _peer(directory: Path) -> Iterator[Process]:
    """Run boardgame.io's server and its players, seated at their tables."""
    port, modules = str(free_port()), str(WORK / "boardgame")
    with (
        _node("serve.cjs", port, str(directory / "flatfile"), modules),
        _node("clients.cjs", port, str(ours.TABLES), modules) as players,
    ):
        yield players


@contextmanager
def _node(script: str, *arguments: str) -> Iterator[Process]:
    """Run a script, and wait until it says that it is ready."""
    command = ["node", str(SCRIPTS / script), *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            while (line := _line(process)) != "READY":
                print(line, file=sys.stderr)
            yield process
        finally:
            process.kill()


def _ask(process: Process, words: str) -> Any:
    assert process.stdin
    print(words, file=process.stdin, flush=True)
    return json.loads(_line(process))


def _line(process: Process) -> str:
    """Return the next line of its output. Raises `RuntimeError` if it has ended."""
    assert process.stdout
    line: str = process.stdout.readline()
    if not line:
        raise RuntimeError("A process of boardgame.io has ended.")
    return line.strip()
