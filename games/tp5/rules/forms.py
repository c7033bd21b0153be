"""Answers composed of several form fields, and the fields that an answer has in its form."""

from collections.abc import Mapping, Sequence

from engine import IllegalAction
from engine.language import mark, say
from engine.piecepack import SUITS
from games.tp5.rules.actions import (
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
from games.tp5.rules.options import KEYS
from games.tp5.rules.values import VALUE_OF, VALUES, tile_of

Fields = Mapping[str, Sequence[str]]
Raw = dict[str, object]

FIELDS = frozenset({"action", "slot", "suit", "value", "join", "phestivity", "to", "place", "owner", "does", "paid"})
HOGGED = "hog"
"""Prefix of a place, in the `place` field, that is hogged rather than claimed."""
AND, OR = "and", "or"
"""How the `join` field joins the suits and values of a statement."""
PAYING = {"call_number", "warp", "evict", "disgrace", "lay_mine"}
MOST_DIGITS = 3


def composed_action(fields: Fields) -> Raw | None:
    """Return the raw action of a composed form, or None if it is not one. Raises `IllegalAction`."""
    for name, reading in _READERS.items():
        if name in fields:
            return reading(fields)
    return None


def fields_of(action: Tp5Action | None) -> dict[str, list[str]]:
    """Return the form fields that compose an action; empty if it is chosen from a list."""
    match action:
        case Choose(phestivities=chosen):
            return {"phestivity": list(chosen)}
        case MakeStatement(slot=slot, suits=suits, values=values, either=either):
            given = {"slot": [str(slot)], "suit": list(suits), "value": [str(value) for value in values]}
            return {**given, "join": [OR]} if either else given
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
    joined = {OR: {"either": True}, AND: {}}.get(",".join(fields.get("join", (AND,))))
    if joined is None:
        raise IllegalAction("malformed_answer", say("This answer cannot be read. Load the page again."))
    return {
        "act": "make_statement",
        "slot": _number(fields, "slot", mark("Choose one of your tiles.")),
        "suits": sorted(suits, key=lambda suit: SUITS.index(suit) if suit in SUITS else missing),
        "values": sorted({_digits(text) for text in fields.get("value", ())}),
        **joined,
    }


def _phestivities(fields: Fields) -> Raw:
    """Read the ticked phestivities; an extra empty field lets a form choose none."""
    chosen = fields["phestivity"]
    unknown = [key for key in chosen if key and key not in KEYS]
    return {"act": "choose", "phestivities": [*[key for key in KEYS if key in chosen], *unknown]}


def _gifts(fields: Fields) -> Raw:
    return {"act": "give", "to": sorted(_digits(text) for text in fields["to"])}


def _claim(fields: Fields) -> Raw:
    """Read a tile and the owner of the identifier placed on it, or a hogged tile."""
    (first, *_) = fields["place"]
    if first.startswith(HOGGED):
        return {"act": "hog", "slot": _digits(first.removeprefix(HOGGED))}
    return {
        "act": "claim",
        "place": _number(fields, "place", mark("Choose one tile.")),
        "owner": _number(fields, "owner", mark("Choose whose identifier to place.")),
    }


def _window(fields: Fields) -> Raw:
    """Read a pass, or an action paid for with a claim; fields it does not need are ignored."""
    (does, *_) = fields["does"]
    if does not in PAYING:
        return {"act": does}
    raw: Raw = {"act": does, "paid": _number(fields, "paid", mark("Choose which of your claims to give up."))}
    if does == "call_number":
        raw["value"] = _number(fields, "value", mark("Choose the value to call."))
    if does == "lay_mine":
        raw["tile"] = _tile(fields)
    return raw


def _tile(fields: Fields) -> str:
    suits, value = fields.get("suit", ()), _number(fields, "value", mark("Choose the value of the tile to mine."))
    if len(suits) != 1 or value not in VALUES:
        raise IllegalAction("answer_missing", say("Choose one suit and one value of the tile to mine."))
    return tile_of(suits[0], value)


_READERS = {
    "slot": _statement,
    "phestivity": _phestivities,
    "to": _gifts,
    "place": _claim,
    "does": _window,
}
"""The readers by the field that identifies the kind of answer."""


def _number(fields: Fields, name: str, advice: str) -> int:
    """Read a field that holds exactly one number."""
    texts = fields.get(name, ())
    if len(texts) != 1:
        raise IllegalAction("answer_missing", say("Something is missing in this answer. {advice}", advice=say(advice)))
    return _digits(texts[0])


def _digits(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise IllegalAction("malformed_answer", say("This answer cannot be read. Load the page again."))
    return int(text)
