"""Answers that a form composes of several fields, and the fields that an answer has in such a form."""

from collections.abc import Mapping, Sequence

from games.rules.core import IllegalAction
from games.rules.piecepack import SUITS
from games.rules.tp5.actions import (
    CallNumber,
    Choose,
    Claim,
    Disgrace,
    Evict,
    Give,
    Hog,
    LayMine,
    MakeStatement,
    Pass,
    Tp5Action,
    Warp,
)
from games.rules.tp5.options import KEYS
from games.rules.tp5.values import VALUE_OF, VALUES, tile_of

Fields = Mapping[str, Sequence[str]]
Raw = dict[str, object]

FIELDS = frozenset({"action", "slot", "suit", "value", "phestivity", "to", "place", "owner", "does", "paid"})
HOGGED = "hog"
"""Stands for the identifier's owner where a place of one's own row is hogged."""
PAYING = {"call_number", "warp", "evict", "disgrace", "lay_mine"}
MOST_DIGITS = 3


def composed(fields: Fields) -> Raw | None:
    """Make the raw action of a composed form; None if it is not one. Raises `IllegalAction`."""
    for name, reading in _READERS.items():
        if name in fields:
            return reading(fields)
    return None


def fields_of(action: Tp5Action | None) -> dict[str, list[str]]:
    """The fields that a form needs to compose an action; none where it takes one from a list."""
    match action:
        case Choose(phestivities=chosen):
            return {"phestivity": list(chosen)}
        case MakeStatement(slot=slot, suits=suits, values=values):
            return {"slot": [str(slot)], "suit": list(suits), "value": [str(value) for value in values]}
        case Give(to=to):
            return {"to": [str(player) for player in to]}
        case Claim(place=place, owner=owner):
            return {"place": [str(place)], "owner": [str(owner)]}
        case Hog(slot=slot):
            return {"place": [f"{HOGGED}{slot}"]}
    return _fields_of_window(action)


def _fields_of_window(action: Tp5Action | None) -> dict[str, list[str]]:
    match action:
        case Pass():
            return {"does": ["pass"]}
        case CallNumber(paid=paid, value=value):
            return {"does": ["call_number"], "paid": [str(paid)], "value": [str(value)]}
        case LayMine(paid=paid, tile=tile):
            mine = {"suit": [tile[0]], "value": [str(VALUE_OF[tile])]}
            return {"does": ["lay_mine"], "paid": [str(paid)], **mine}
        case Warp(paid=paid):
            return {"does": ["warp"], "paid": [str(paid)]}
        case Evict(paid=paid):
            return {"does": ["evict"], "paid": [str(paid)]}
        case Disgrace(paid=paid):
            return {"does": ["disgrace"], "paid": [str(paid)]}
    return {}


def _statement(fields: Fields) -> Raw:
    suits, missing = set(fields.get("suit", ())), len(SUITS)
    return {
        "act": "make_statement",
        "slot": _number(fields, "slot", "Choose one of your tiles."),
        "suits": sorted(suits, key=lambda suit: SUITS.index(suit) if suit in SUITS else missing),
        "values": sorted({_digits(text) for text in fields.get("value", ())}),
    }


def _phestivities(fields: Fields) -> Raw:
    """Those ticked; the empty field that goes with them lets a form say that there are none."""
    chosen = fields["phestivity"]
    unknown = [key for key in chosen if key and key not in KEYS]
    return {"act": "choose", "phestivities": [*[key for key in KEYS if key in chosen], *unknown]}


def _gifts(fields: Fields) -> Raw:
    return {"act": "give", "to": sorted(_digits(text) for text in fields["to"])}


def _claim(fields: Fields) -> Raw:
    """A tile and whose identifier goes there; or a tile that is hogged."""
    (first, *_) = fields["place"]
    if first.startswith(HOGGED):
        return {"act": "hog", "slot": _digits(first.removeprefix(HOGGED))}
    return {
        "act": "claim",
        "place": _number(fields, "place", "Choose one tile."),
        "owner": _number(fields, "owner", "Choose whose identifier to place."),
    }


def _window(fields: Fields) -> Raw:
    """To pass, or to pay with a claim for what it buys; fields that this needs not are left alone."""
    (does, *_) = fields["does"]
    if does not in PAYING:
        return {"act": does}
    raw: Raw = {"act": does, "paid": _number(fields, "paid", "Choose which of your claims to give up.")}
    if does == "call_number":
        raw["value"] = _number(fields, "value", "Choose the value to call.")
    if does == "lay_mine":
        raw["tile"] = _tile(fields)
    return raw


def _tile(fields: Fields) -> str:
    suits, value = fields.get("suit", ()), _number(fields, "value", "Choose the value of the tile to mine.")
    if len(suits) != 1 or value not in VALUES:
        raise IllegalAction("answer_missing", "Choose one suit and one value of the tile to mine.")
    return tile_of(suits[0], value)


_READERS = {
    "slot": _statement,
    "phestivity": _phestivities,
    "to": _gifts,
    "place": _claim,
    "does": _window,
}
"""By the field that tells what a form composes."""


def _number(fields: Fields, name: str, advice: str) -> int:
    """The one number in a field."""
    texts = fields.get(name, ())
    if len(texts) != 1:
        raise IllegalAction("answer_missing", f"Something is missing in this answer. {advice}")
    return _digits(texts[0])


def _digits(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise IllegalAction("malformed_answer", "This answer cannot be read. Load the page again.")
    return int(text)
