"""Answers by socket beside moves at boardgame.io's server with FlatFile storage, by its own client library.

Both have as many tables of three, as many answers on their way at once, and take turns. Ours are on disk when they are
acknowledged, and a worker resolves their rounds meanwhile; FlatFile does not wait for the disk.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

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
LEAST_OVER_FLATFILE = 1.0
"""Answers that are on disk must come as fast as moves that are not."""
Process = subprocess.Popen[str]


def figures() -> Iterator[Figure]:
    """Let both take the same number of answers, in waves between each other, and compare the seconds."""
    with (
        private_directory() as directory,
        postgres.started() as database,
        redis.started() as queue,
        server(database, queue.url, webs=ours.WEBS, workers=1) as site,
        _peer(directory) as players,
    ):
        mine, theirs = asyncio.run(_measure(site, players))
    yield from figures_of(mine, theirs)


def figures_of(mine: ours.Measured, theirs: ours.Measured) -> Iterator[Figure]:
    """Return the figures of the waves of both."""
    yield Figure("server.socket_answers_beside_flatfile_per_s", round(mine.accepted / mine.sending), "1/s")
    yield Figure("peers.boardgameio.flatfile_moves_per_s", round(theirs.accepted / theirs.sending), "1/s")
    ratio = round((mine.accepted / mine.sending) / (theirs.accepted / theirs.sending), 2)
    yield Figure("server.socket_answers_over_flatfile", ratio, "times", least=LEAST_OVER_FLATFILE)


async def _measure(site: ServerSite, players: Process) -> tuple[ours.Measured, ours.Measured]:
    people = make_tables(site, people=45, tables=ours.TABLES)
    mine = theirs = ours.Measured()
    async with AsyncExitStack() as stack:
        lines = Lines(site.urls, people)
        await lines.open(stack)
        for _ in range(WAVES):
            rounds = await asyncio.to_thread(open_rounds, site)
            wave = await ours.wave(site, rounds, partial(ours.send_by_sockets, lines, rounds))
            mine = mine.plus(wave)
            done = await asyncio.to_thread(_ask, players, "go")
            theirs = theirs.plus(ours.Measured(done["moves"], done["seconds"]))
    return mine, theirs


@contextmanager
def _peer(directory: Path) -> Iterator[Process]:
    """Run boardgame.io's server and its players, seated at their tables."""
    port, modules = str(free_port()), str(WORK / "boardgame")
    with (
        _node("serve.cjs", port, str(directory / "flatfile"), modules),
        _node("clients.cjs", port, str(ours.TABLES), str(ours.AT_ONCE), modules) as players,
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
