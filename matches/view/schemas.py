"""JSON Schemas of exported files, for each game and format."""

from typing import Any

import msgspec

from engine import AnyGame
from engine.log import FORMAT as RECORD_FORMAT
from engine.log import MatchRecord
from foundation.field_docs import add_field_docs
from matches.view.exports import FORMAT as VIEW_FORMAT
from matches.view.exports import SeenMatch

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEMPLATE = "#/$defs/{name}"
FORMS = {"match": (MatchRecord, RECORD_FORMAT), "view": (SeenMatch, VIEW_FORMAT)}
"""The formats by name: a finished match with its secrets, and a match as one reader may see it."""


def schema_of(game: AnyGame, form: str, address: str) -> Schema:
    """Return the JSON Schema of a file format for one game; `address` is the schema's URL."""
    kind, tag = FORMS[form]
    kinds = (kind, game.Options, game.Action, game.Event, game.Observation)
    (top, options, action, event, seen), parts = msgspec.json.schema_components(kinds, ref_template=TEMPLATE)
    fields = parts[kind.__name__]["properties"]
    fields |= {"format": {"const": tag}, "game": {"const": game.slug}, "options": options}
    _fill_in(parts, {"LoggedAnswer": {"action": action}, "SeenStep": {"seen": seen}})
    for name in ("LoggedStep", "SeenStep"):
        if name in parts:
            parts[name]["properties"]["events"] |= {"items": event}
    add_field_docs(parts, kinds)
    return {"$schema": DIALECT, "$id": address, "title": f"{game.title}: {form}", **top, "$defs": parts}


def _fill_in(parts: dict[str, Schema], fields: dict[str, Schema]) -> None:
    """Fill in the fields whose types depend on the game."""
    for name, replaced in fields.items():
        if name in parts:
            parts[name]["properties"] |= replaced
