"""JSON Schemas of the files that the site gives out: one for each game and form."""

from typing import Any

import msgspec

from games.engine import AnyGame
from games.exports import FORMAT as VIEW_FORMAT
from games.exports import SeenMatch
from games.rules.core.log import FORMAT as RECORD_FORMAT
from games.rules.core.log import MatchRecord

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEMPLATE = "#/$defs/{name}"
FORMS = {"match": (MatchRecord, RECORD_FORMAT), "view": (SeenMatch, VIEW_FORMAT)}
"""By name: a finished match with its secrets opened, and a match as one reader may know it."""


def schema_of(game: AnyGame, form: str, address: str) -> Schema:
    """The JSON Schema of a form of file for one game; `address` is where the schema is served."""
    kind, tag = FORMS[form]
    kinds = (kind, game.Options, game.Action, game.Event, game.Observation)
    (top, options, action, event, seen), parts = msgspec.json.schema_components(kinds, ref_template=TEMPLATE)
    fields = parts[kind.__name__]["properties"]
    fields |= {"format": {"const": tag}, "game": {"const": game.slug}, "options": options}
    _fill_in(parts, {"LoggedAnswer": {"action": action}, "SeenStep": {"seen": seen}})
    for name in ("LoggedStep", "SeenStep"):
        if name in parts:
            parts[name]["properties"]["events"] |= {"items": event}
    return {"$schema": DIALECT, "$id": address, "title": f"{game.title}: {form}", **top, "$defs": parts}


def _fill_in(parts: dict[str, Schema], fields: dict[str, Schema]) -> None:
    """Say what a field holds where the type says only that it depends on the game."""
    for name, replaced in fields.items():
        if name in parts:
            parts[name]["properties"] |= replaced
