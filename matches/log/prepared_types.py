"""Prepare the types that messages, states and records are decoded to, before threads decode anything.

msgspec learns a type when it first decodes it, and ends the process if two threads do that at once.
"""

from collections.abc import Iterator

import msgspec

from games.registry import GAMES


def prepare_types() -> None:
    """Let msgspec learn every struct that is loaded, and the unions of all games; call it before threads start."""
    for kind in (*_structs(msgspec.Struct), *(union for game in GAMES.values() for union in (game.Action, game.Event))):
        msgspec.json.Decoder(kind)


def _structs(kind: type) -> Iterator[type]:
    for below in kind.__subclasses__():
        yield below
        yield from _structs(below)
