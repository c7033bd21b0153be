"""Finds messages that list players under a name by which no language knows that the reader is among them."""

import ast
from collections.abc import Iterator

from tests.tooling.messages_in_python import name_of

JOINING = {"and_list", "or_list", "join"}
TOLD_APART = ("who", "people")


def misnamed(source: str) -> list[str]:
    """The values of `say` in a module that list players, but are not named `people…` or `who…`, with their lines."""
    module = ast.parse(source)
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    makers = {made.name for made in functions if _makes_a_list(made)}
    scopes: list[ast.Module | ast.FunctionDef] = [module, *functions]
    return [wrong for scope in scopes for wrong in _misnamed_in(scope, makers)]


def _misnamed_in(scope: ast.Module | ast.FunctionDef, makers: set[str]) -> Iterator[str]:
    listing = makers | _variables(scope)
    calls = (node for node in _own(scope) if isinstance(node, ast.Call) and name_of(node) == "say")
    for call in calls:
        for word in call.keywords:
            if word.arg and not word.arg.startswith(TOLD_APART) and _lists(word.value, listing):
                yield f"{call.lineno}: {word.arg}"


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """All of a scope, without the functions in it."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, ast.FunctionDef):
            yield node
            yield from _own(node)


def _makes_a_list(function: ast.FunctionDef) -> bool:
    returned = (node.value for node in _own(function) if isinstance(node, ast.Return) and node.value is not None)
    return any(_lists(value, _variables(function)) for value in returned)


def _variables(scope: ast.Module | ast.FunctionDef) -> set[str]:
    found: set[str] = set()
    for node in _own(scope):
        found |= {name for name, value in _named(node) if _lists(value, found)}
    return found


def _named(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        # In `first, *others = …`, the rest is a list as well.
        rest = [one.value for one in getattr(target, "elts", []) if isinstance(one, ast.Starred)]
        yield from ((one.id, node.value) for one in (target, *rest) if isinstance(one, ast.Name))


def _lists(value: ast.expr, known: set[str]) -> bool:
    """True if an expression lists names of players, in a row or joined."""
    if isinstance(value, ast.Name):
        return value.id in known
    if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
        return _is_player(value.elt)
    if isinstance(value, ast.List):
        return any(map(_is_player, value.elts))
    if not isinstance(value, ast.Call):
        return False
    return name_of(value) in known or (name_of(value) in JOINING and any(_lists(one, known) for one in value.args))


def _is_player(value: ast.expr) -> bool:
    return (isinstance(value, ast.Call) and name_of(value) == "who") or getattr(value, "attr", "") == "person"
