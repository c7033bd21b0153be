"""The architecture page agrees with the contracts of import-linter and with the code it names."""

import ast
import re
import tomllib
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from tests.support.processes import ROOT

PAGE = (ROOT / "docs/architecture.md").read_text()
CONTRACTS: dict[str, Any] = {
    contract["id"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
}
DIAGRAM = re.compile(r"```mermaid\nflowchart TD\n(.*?)```", re.DOTALL)
ITEM = re.compile(r"^(?:\d+\. |\| ).*\n(?: {3,}.*\n)*", re.MULTILINE)
# A place is `some/path`; a name in it is `function()`, `Class.method()` or `CONSTANT`.
PLACE_OF_NAME = re.compile(r"`([\w.]+\(\))`\s+of\s+`([\w./-]+/[\w./-]+)`")
TOKEN = re.compile(r"`(?:(?P<place>[\w./<>-]+/[\w./<>-]*)|(?P<name>[\w.]+\(\)|[A-Z_]{4,}))`")


def layers_of(contract: str) -> list[list[str]]:
    """The layers of a contract, highest first."""
    return [[room.strip() for room in layer.split(":")] for layer in CONTRACTS[contract]["layers"]]


def arrows_of(diagram: str) -> list[list[list[str]]]:
    """The arrows of a diagram, each as the rooms above and the rooms below."""
    return [[end.strip().split(" & ") for end in line.split("-->")] for line in diagram.strip().splitlines()]


def top_packages() -> set[str]:
    return {path.parent.name for path in ROOT.glob("*/__init__.py")}


@cache
def names_in(path: str) -> frozenset[str]:
    """The functions, classes, methods and constants that a file defines."""
    text = (ROOT / path).read_text()
    if path.endswith(".js"):
        return frozenset(re.findall(r"function (\w+)\(", text))
    return frozenset(python_names(ast.parse(text).body))


def python_names(body: list[ast.stmt], prefix: str = "") -> set[str]:
    found: set[str] = set()
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(prefix + node.name)
        elif isinstance(node, ast.ClassDef):
            found |= python_names(node.body, f"{node.name}.")
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


def named_in(item: str) -> list[tuple[str, str]]:
    """The names of a line of the page, each with the file that it is said to be in."""
    pairs = [(path, name.removesuffix("()")) for name, path in PLACE_OF_NAME.findall(item)]
    path = ""
    for token in TOKEN.finditer(PLACE_OF_NAME.sub("", item)):
        path = token["place"] or path
        if token["name"]:
            pairs.append((path, token["name"].removesuffix("()")))
    return pairs


ITEMS = ITEM.findall(PAGE)


@pytest.mark.parametrize(("number", "contract"), [(0, "apps"), (1, "matches")])
def test_the_diagrams_show_the_layers_of_the_contracts(number: int, contract: str):
    layers = layers_of(contract)
    assert arrows_of(DIAGRAM.findall(PAGE)[number]) == [list(pair) for pair in pairwise(layers)]


def test_every_package_has_its_layer():
    assert {room for layer in layers_of("apps") for room in layer} == top_packages()


def test_every_room_has_its_line():
    folders = {path.parent.name for path in (ROOT / "matches").glob("*/__init__.py")}
    rooms = folders - {"management", "migrations", "templatetags"}
    assert {room for room in rooms if f"| `matches/{room}/` |" not in PAGE} == set()
    assert {room for room in top_packages() - {"games"} if f"`{room}/`" not in PAGE} == set()


def test_every_path_exists():
    places = {found["place"] for found in TOKEN.finditer(PAGE) if found["place"]} - {"games/<slug>/"}
    assert len(places) > 60
    assert {place for place in places if not (ROOT / place).exists()} - {"rules/", "page/", "templatetags/"} == set()


def test_every_function_is_in_the_file_it_is_named_with():
    named = [(path, name) for item in ITEMS for path, name in named_in(item)]
    assert len(named) > 50
    assert [(path, name) for path, name in named if name not in names_in(path)] == []


def test_a_name_elsewhere_is_found():
    line = "1. `matches/sweep.py`: `no_such_name()`, beside `sweep()` of `matches/queue.py`.\n"
    assert named_in(line) == [("matches/queue.py", "sweep"), ("matches/sweep.py", "no_such_name")]
    assert "sweep" in names_in("matches/sweep.py")
    assert not {"sweep", "no_such_name"} & names_in("matches/queue.py")
