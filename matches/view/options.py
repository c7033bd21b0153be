"""Forms and descriptions of a game's options, derived from their types."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext
from msgspec import inspect

from engine import Options
from engine.language import mark, say
from engine.words import clauses
from foundation.spans import span_words
from matches.clocks.thinking_time import sharp_seconds_at
from matches.log.states import options_of
from matches.models import Match

NONE_WORDS = mark("None")


def option_fields(kind: type[Options]) -> dict[str, forms.Field]:
    """Return a form field for each option."""
    described: Any = inspect.type_info(kind)
    return {field.name: _form_field(field) for field in described.fields}


def describe(kind: type[Options], options: Options) -> list[tuple[str, str]]:
    """Return each option's title and its value in words."""
    described: Any = inspect.type_info(kind)
    return [(_title(field), value_words(field.type, getattr(options, field.name))) for field in described.fields]


def options_words(match: Match) -> list[tuple[str, str]]:
    """Return the options of a match as pairs of title and value, and how long bots think if the host chose it."""
    options = options_of(match)
    seconds = sharp_seconds_at(match)
    thinking = [(gettext("Time of Sharp for an answer"), span_words(seconds))] if seconds else []
    return [*describe(type(options), options), *thinking]


def options_table(kind: type[Options]) -> list[dict[str, str]]:
    """Return each option's title, description, allowed values and default, for the rules page."""
    described: Any = inspect.type_info(kind)
    return [
        {
            "title": _title(field),
            "description": _description(field),
            "values": _values_words(field.type),
            "default": say(_meta(field).get("default", "")) or value_words(field.type, field.default),
        }
        for field in described.fields
    ]


def options_from(kind: type[Options], cleaned: Mapping[str, Any]) -> Options:
    """Convert a form's cleaned values to typed options. Raises `msgspec.ValidationError`."""
    described: Any = inspect.type_info(kind)
    raw = {}
    for field in described.fields:
        value = cleaned[field.name]
        literal = _literal(field.type)
        if literal and isinstance(literal.values[0], int) and value not in (None, ""):
            value = int(value)
        raw[field.name] = None if value == "" else list(value) if isinstance(value, set | list) else value
    return msgspec.convert(raw, kind)


def _title(field: Any) -> str:
    return say(str(_meta(field).get("title", field.name.replace("_", " ").capitalize())))


def _description(field: Any) -> str:
    text = str(_meta(field).get("description", ""))
    return say(text) if text else ""


def _meta(field: Any) -> dict[str, Any]:
    """Return the metadata of a field: title, description, value labels and an optional default in words."""
    kind = field.type
    if isinstance(kind, inspect.Metadata):
        return {**(kind.extra_json_schema or {}), **(kind.extra or {})}
    return {}


def _bare(kind: Any) -> Any:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _literal(kind: Any) -> Any:
    bare = _bare(kind)
    if isinstance(bare, inspect.UnionType):
        bare = next((_bare(part) for part in bare.types if isinstance(_bare(part), inspect.LiteralType)), None)
    return bare if isinstance(bare, inspect.LiteralType) else None


def _integer(kind: Any) -> Any:
    bare = _bare(kind)
    if isinstance(bare, inspect.UnionType):
        bare = next((_bare(part) for part in bare.types if isinstance(_bare(part), inspect.IntType)), None)
    return bare if isinstance(bare, inspect.IntType) else None


def _may_be_none(kind: Any) -> bool:
    bare = _bare(kind)
    return isinstance(bare, inspect.UnionType) and any(isinstance(part, inspect.NoneType) for part in bare.types)


def value_words(kind: Any, value: Any) -> str:
    """Describe one value of an option."""
    labels: dict[Any, str] = (kind.extra or {}).get("labels", {}) if isinstance(kind, inspect.Metadata) else {}
    if value is None:
        return say(labels.get(None, NONE_WORDS))
    if isinstance(value, bool):
        return say("Yes") if value else say("No")
    if isinstance(value, set | frozenset | list | tuple):
        return ", ".join(_label(labels, part) for part in sorted(value)) or say(NONE_WORDS)
    return _label(labels, value)


def _label(labels: Mapping[Any, str], value: Any) -> str:
    return say(labels[value]) if value in labels else str(value)


def _values_words(kind: Any) -> str:
    bare = _bare(kind)
    if isinstance(bare, inspect.BoolType):
        return say("Yes or no")
    if literal := _literal(kind):
        return clauses(value_words(kind, value) for value in literal.values)
    if integer := _integer(kind):
        words = say("{least} to {most}", least=integer.ge, most=integer.le)
        if integer.multiple_of:
            words = say("{range} in steps of {step}", range=words, step=integer.multiple_of)
        return say("{none}, or {range}", none=value_words(kind, None), range=words) if _may_be_none(kind) else words
    return say("Any of {values}", values=", ".join(value_words(kind, value) for value in _set_values(bare)))


def _set_values(bare: Any) -> list[Any]:
    return list(_bare(bare.item_type).values)


def _form_field(field: Any) -> forms.Field:
    kind, bare = field.type, _bare(field.type)
    initial = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    common: dict[str, Any] = {
        "label": _title(field),
        "help_text": _description(field),
        # Checkboxes need a list: a set would count as one unknown value.
        "initial": sorted(initial) if isinstance(initial, frozenset) else initial,
    }
    if isinstance(bare, inspect.BoolType):
        return forms.BooleanField(required=False, **common)
    if literal := _literal(kind):
        choices = [(value, value_words(kind, value)) for value in literal.values]
        if _may_be_none(kind):
            return forms.ChoiceField(required=False, choices=[("", value_words(kind, None)), *choices], **common)
        return forms.ChoiceField(choices=choices, **common)
    if integer := _integer(kind):
        return forms.IntegerField(
            required=not _may_be_none(kind),
            min_value=integer.ge,
            max_value=integer.le,
            step_size=integer.multiple_of,
            **common,
        )
    choices = [(value, value_words(kind, value)) for value in _set_values(bare)]
    return forms.MultipleChoiceField(required=False, choices=choices, widget=forms.CheckboxSelectMultiple, **common)
