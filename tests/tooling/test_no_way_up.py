"""No text leads up: a lower app names no module, task, model or address of a higher one, not even in a string."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from django.conf import settings

from tests.support.processes import ROOT

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
LAYERS = next(contract["layers"] for contract in CONTRACTS if contract["id"] == "apps")
"""The rooms, highest first; those that stand side by side are in one line."""


ON_PURPOSE = {
    # `manage.py play` serves it: a command that starts the site must name it.
    "operations/management/commands/play.py": "piecepack_site.asgi:application",
    # A template of a game may include parts of the site's, and here code chooses which: see docs/architecture.md.
    "games/tp5/page/asks.py": "matches/_choices.html",
    # What a reader types on their own machine.
    "foundation/file_checks.py": "python -m games.verify FILE.",
}
"""The strings that lead up all the same, each with its reason."""
SETTINGS_ON_PURPOSE = {
    # One queue for each kind of work is the operator's choice, so the settings hold the whole table.
    ("foundation", "QUEUE_OF_TASK"),
    # What is left to somebody who is suspended, and what needs a second factor, are rules about the whole site that a
    # reader should find in one place.
    ("accounts", "OPEN_TO_SUSPENDED"),
    ("accounts", "SECOND_FACTOR_POWERS"),
    # Django's own settings.
    ("accounts", "LOGIN_REDIRECT_URL"),
    ("api", "AUTH_USER_MODEL"),
}
"""The settings by which the site hands names of higher rooms to a lower one, each with its reason."""
SETTING = re.compile(r"\bsettings\.([A-Z][A-Z_]+)\b")


def rooms_above(number: int) -> set[str]:
    return {room for layer in LAYERS[:number] for room in re.split(r"\s*[:|]\s*", layer)}


CASES = [
    (room, rooms_above(number))
    for number, layer in enumerate(LAYERS)
    if number
    for room in re.split(r"\s*[:|]\s*", layer)
]


def texts_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """All string constants but docstrings, each after its line number."""
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def names_of(above: set[str]) -> "re.Pattern[str]":
    return re.compile(rf"(?<![\w./-])(?:{'|'.join(sorted(above))})[./:][A-Za-z_]\w*")


def texts_in(value: object) -> Iterator[str]:
    """All texts in the value of a setting."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from texts_in([*value, *value.values()])
    elif isinstance(value, Iterable):
        yield from (text for one in value for text in texts_in(one))


def ways_up(path: Path, above: set[str]) -> list[str]:
    names = names_of(above)
    allowed = {text for file, text in ON_PURPOSE.items() if path == ROOT / file}
    found = texts_of(ast.parse(path.read_text()))
    return [f"{path}:{line}: {text}" for line, text in found if names.search(text) and text not in allowed]


@pytest.mark.parametrize(("room", "above"), CASES, ids=[room for room, _ in CASES])
def test_no_string_leads_up(room: str, above: set[str]) -> None:
    files = [path for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts]
    assert files
    assert [way for path in files for way in ways_up(path, above)] == []


def test_no_setting_leads_up_but_those_that_are_listed() -> None:
    found = {
        (room, name)
        for room, above in CASES
        for path in (ROOT / room).rglob("*.py")
        for name in SETTING.findall(path.read_text())
        if any(text in above or names_of(above).search(text) for text in texts_in(getattr(settings, name, None)))
    }
    assert found == SETTINGS_ON_PURPOSE


def test_an_app_sends_only_tasks_of_its_own() -> None:
    sent = re.compile(r'delay(?:_one)?_on_commit\(\s*"(\w+)\.')
    for path in ROOT.glob("*/queue.py"):
        assert set(sent.findall(path.read_text())) <= {path.parent.name}, path


def test_a_way_up_is_found(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(
        '"""matches.models is fine here."""\n\nTASK = "matches.sweep"\nPAGE = "matches:table"\nWORDS = "matches are"\n'
        'PART = "matches/_part.html"\nCOMMAND = "python -m matches.check"\nURL = "/api/matches/3"\n'
    )
    found = [way.partition(": ")[2] for way in ways_up(file, {"matches"})]
    assert found == ["matches.sweep", "matches:table", "matches/_part.html", "python -m matches.check"]


def test_what_leads_up_on_purpose_is_there() -> None:
    texts = {file: {text for _, text in texts_of(ast.parse((ROOT / file).read_text()))} for file in ON_PURPOSE}
    assert [file for file, text in ON_PURPOSE.items() if text not in texts[file]] == []
