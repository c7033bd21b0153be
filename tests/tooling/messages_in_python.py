"""Finds the messages of a Python module: of Django's gettext, and of `engine.language`."""

import ast
from collections.abc import Iterator
from string import Formatter
from typing import NamedTuple

from engine.language import ONE, WITH_YOU, YOU

PLAIN = {"gettext", "gettext_lazy", "gettext_noop"}
WITH_CONTEXT = {"pgettext", "pgettext_lazy"}
COUNTED = {"ngettext", "ngettext_lazy"}
COUNTED_WITH_CONTEXT = {"npgettext", "npgettext_lazy"}
OF_RULES = {"say", "mark"}
PLURAL = "plural"
CALLS = PLAIN | WITH_CONTEXT | COUNTED | COUNTED_WITH_CONTEXT | OF_RULES | {PLURAL}

MODULES = {"django.utils.translation", "engine.language"}
"""From where these functions are imported."""


class Message(NamedTuple):
    """A message that translators find in a catalogue."""

    line: int
    id: str | tuple[str, str]
    context: str | None = None


class NotPlain(Exception):
    """A message that is put together when the program runs, so that nobody could translate it."""


def messages_in(source: str) -> list[Message]:
    """All messages of a module, in order."""
    return [message for call, name in _calls(source) for message in _messages_of(call, name)]


def _calls(source: str) -> list[tuple[ast.Call, str]]:
    """The calls of these functions, whatever they are called in the module."""
    nodes = list(ast.walk(ast.parse(source)))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module in MODULES]
    names = {name.asname or name.name: name.name for node in imports for name in node.names if name.name in CALLS}
    found = [(node, names[name_of(node)]) for node in nodes if isinstance(node, ast.Call) and name_of(node) in names]
    return sorted(found, key=lambda one: (one[0].lineno, one[0].col_offset))


def name_of(call: ast.Call) -> str:
    """The last name of what is called."""
    return str(getattr(call.func, "id", None) or getattr(call.func, "attr", ""))


def _messages_of(call: ast.Call, name: str) -> Iterator[Message]:
    line = call.lineno
    if name in PLAIN:
        yield Message(line, _text(call, 0))
    elif name in WITH_CONTEXT:
        yield Message(line, _text(call, 1), _text(call, 0))
    elif name in COUNTED:
        yield Message(line, (_text(call, 0), _text(call, 1)))
    elif name in COUNTED_WITH_CONTEXT:
        yield Message(line, (_text(call, 1), _text(call, 2)), _text(call, 0))
    elif name == PLURAL:
        yield Message(line, (_text(call, 1), _text(call, 2)))
    elif not (name == "say" and _is_marked_elsewhere(call)):
        yield from _of_rules(call)


def _is_marked_elsewhere(call: ast.Call) -> bool:
    """True if `say` is given a constant of another line, which `mark` names there."""
    return not isinstance(call.args[0], (ast.Constant, ast.JoinedStr, ast.BinOp))


def _of_rules(call: ast.Call) -> Iterator[Message]:
    """A message of the rules, and those of its own where the reader is meant."""
    text, more = _text(call, 0), {word.arg: word.value for word in call.keywords}
    context = _literal(more["context"]) if "context" in more else None
    yield Message(call.lineno, text, context)
    you = _literal(more["you"]) if "you" in more else text
    for name in dict.fromkeys(placeholders(text)):
        if name.startswith(("who", "people")):
            yield Message(call.lineno, you, f"{name}: {YOU}")
        if name.startswith("people"):
            yield Message(call.lineno, text, f"{name}: {ONE}")
            yield Message(call.lineno, text, f"{name}: {WITH_YOU}")


def placeholders(text: str) -> list[str]:
    """The named values of a message, in order."""
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


def _text(call: ast.Call, index: int) -> str:
    return _literal(call.args[index])


def _literal(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NotPlain(f"line {node.lineno}: a message is one literal text; name what changes as {{values}}.")
