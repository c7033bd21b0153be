"""Files made to cost a site much: each is a record, or looks like one until it is read."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from engine.game import AnyGame
from games.registry import GAMES
from matches.view.record_check import LARGEST_FILE, MOST_STEPS
from tests.support.records import Writer

MEGABYTE = 1024 * 1024
LONG = MOST_STEPS
"""Rounds, more than any match has."""


def hostile_files() -> Iterator[tuple[str, bytes]]:
    """Yield each file with its name: the same kinds for every game, then others."""
    for game in GAMES.values():
        for name, data in _of_game(game):
            yield f"{game.slug}: {name}", data
    yield from _of_any_game()


def _of_game(game: AnyGame) -> Iterator[tuple[str, bytes]]:
    most = game.players[-1]
    whole = Writer(game, most, **_largest(game)).play(LONG).file()
    yield "the longest match", whole
    yield "escaped keys", _escaped(whole)
    yield "a huge number", whole.replace(b'"draws":[', b'"draws":[' + b"9" * (2 * MEGABYTE) + b",", 1)
    yield "deep nesting", whole.replace(b'"action":', b'"action":' + b"[" * 900 + b"]" * 900 + b',"was":', 1)
    yield "a key many times", whole.replace(b'"format":', b'"format":"x",' * 90_000 + b'"format":', 1)
    yield "many rewinds", _rewound(game, most)


def _largest(game: AnyGame) -> dict[str, Any]:
    """The options of the longest match: of every whole number the largest."""
    fields = {field.encode_name: field.type for field in inspect.type_info(game.Options).fields}  # type: ignore[attr-defined]
    kinds = {name: getattr(kind, "type", kind) for name, kind in fields.items()}
    return {name: kind.le for name, kind in kinds.items() if isinstance(kind, inspect.IntType) and kind.le}


def _rewound(game: AnyGame, players: int) -> bytes:
    """A match that is taken back as often as may be, first in small steps and then to its beginning."""
    writer = Writer(game, players).play(2)
    while writer.number < MOST_STEPS // 2:
        writer.rewind(writer.number)
    while writer.number < MOST_STEPS - 1000:
        writer.rewind(1)
    return _escaped(writer.play(LONG).file())


def _escaped(data: bytes) -> bytes:
    for name in (b"draws", b"answers", b"step", b"steps"):
        data = data.replace(b'"' + name + b'"', b'"' + name[:-1] + b"\\u%04x" % name[-1] + b'"')
    return data


def _small(word: str = "w") -> Writer:
    game = next(iter(GAMES.values()))
    return Writer(game, game.players[0], word=word).play(LONG)


def _of_any_game() -> Iterator[tuple[str, bytes]]:
    many = max(GAMES.values(), key=lambda game: game.players[-1])
    large = Writer(many, many.players[-1], **_largest(many)).play(LONG)
    # Without a checksum, as someone who changes a file leaves it out.
    whole, huge = re.sub(rb',"checksum":"\w+"', b"", _small().file()), b"x" * (7 * MEGABYTE)
    while len(large.steps) < MOST_STEPS:
        large.note("paused", why="x" * 1000)
    yield "large notes", large.file()
    yield "too many notes", large.note("paused").file()
    yield "a huge note", _small().note("extended", seat=0, hours=huge.decode()).file()
    yield "a huge note that is not shown", _small().note("paused", x=huge.decode()).file()
    yield "a long name", whole.replace(b"player 1", huge, 1)
    yield "a long contribution", _small("w" * MEGABYTE).file()
    yield "a long game", whole.replace(b'"game":"', b'"game":"' + huge, 1)
    yield "a long option", whole.replace(b'"options":{', b'"options":{"' + huge + b'":1,', 1)
    yield "many lists", whole.replace(b'"events":[', b'"events":[' + b"[]," * (2 * MEGABYTE), 1)
    yield "many objects", whole.replace(b'"events":[', b'"events":[' + b"{}," * (2 * MEGABYTE), 1)
    yield "many numbers", whole.replace(b'"draws":[', b'"draws":[' + b"7," * (3 * MEGABYTE), 1)
    yield "as many numbers as may be", whole.replace(b'"draws":[', b'"draws":[' + b"1234567," * 190_000, 1)
    yield "many small fractions", b"[" + b"1.2345678901234567e-300," * 300_000 + b"0]"
    yield "many large fractions", b"[" + b"1.23456789012345e307," * 390_000 + b"0]"
    yield "fractions in a record", whole.replace(b'"draws":[', b'"draws":[' + b"1.23456789012345e307," * 190_000, 1)
    yield "many empty texts", b'""' * (LARGEST_FILE // 2)
    yield "many seats", whole.replace(b'"seats":[', b'"seats":[' + b'{"name":"a","contribution":""},' * 60_000, 1)
    yield (
        "many later seeds",
        whole.replace(b'"site_seed"', b'"later_seeds":[' + b'"00",' * 300_000 + b'"00"],"site_seed"'),
    )
    yield "brackets", b"[" * LARGEST_FILE
    yield "blanks", whole.ljust(LARGEST_FILE)
    yield "too large", b" " * (LARGEST_FILE + 1)
    yield "escaped letters", whole.replace(b"player 1", b"\\u0061" * MEGABYTE, 1)
    yield "notation", b'[Game "A game"]\n[Players "3"]\n\n' + b"1. S4 M5 C6 {a comment} ;\n" * 250_000
    yield "no text", bytes(range(256)) * (LARGEST_FILE // 256)
