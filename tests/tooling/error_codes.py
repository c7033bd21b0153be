"""Lists the API's error codes with their statuses and sentences, from the calls that raise them.

As a program it writes the page::

    .venv/bin/python -m tests.tooling.error_codes > docs/error-codes.md
"""

import ast
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import django

from api.problems import MISSING, RENAMED, SENTENCES
from games.registry import GAMES
from tests.support.processes import ROOT

STATUS = {
    "AuthenticationFailed": 401,
    "BadConditionalMove": 400,
    "Broke": 400,
    "Busy": 503,
    "CsrfFailed": 403,
    "Forbidden": 403,
    "IllegalAction": 400,
    "IllegalOptions": 400,
    "NotAsked": 409,
    "Refused": 400,
    "ScopeMissing": 403,
    "Stale": 409,
    "TokenRefused": 401,
    "UsedUp": 400,
}
"""The status by what is raised. `Refusal` has its own as the first argument."""
WORDED = {"_", "gettext", "gettext_lazy", "mark", "ngettext", "pgettext", "plural", "say"}
"""What a sentence is handed to. Of two forms for one and many, the second is shown."""
PASSED_ON = re.compile(r"(\w+\.)?code|f'file_{wrong.name}'")
"""A code that is listed where it was raised first, or the name of a check, which `checks` lists."""
SENTENCE_FIRST = {"AuthenticationFailed", "CsrfFailed", "ScopeMissing"}
"""What takes the sentence before the code."""
NOT_OF_THE_API = {"admin", "bench", "forms.py", "management", "migrations", "templatetags", "tests", "views", "web"}
SECTIONS = {
    "Every request": ("api", "foundation"),
    "Tokens and accounts": ("accounts",),
    "Opening and joining tables": ("matches/lobby", "meeting"),
    "Answers and conditional moves": ("matches/play", "matches/rounds", "engine"),
    "Matches, records and chat": ("matches",),
    "Hints and analyses": ("analysis",),
    "Friends": ("friends",),
    "Clubs": ("clubs",),
    "Ladders and tournaments": ("ladders",),
    "Notices": ("notifications",),
    "Reports and moderation": ("moderation", "rights"),
}
PAGE = """\
# Error codes of the API

Every error of the [API](bot-authors.md#good-to-know) has a `code` for your program and a sentence, `detail`, for you. A
code always comes with the same status. Codes do not change in version 1, but new ones may be added, so treat a code you
do not know by its status. Sentences may change. What stands in braces, such as `{name}`, is filled in. Where no
sentence is shown here, `detail` says what is wrong with your request. One code is not the site's own: `unavailable`
comes with 502, 503 or 504 from the server in front of it.

This page is written from the source by `python -m tests.tooling.error_codes`.
"""
OF_RECORDS = """
## Records that do not hold

`POST replays` refuses a record that fails a check with status 400 and one of these codes; `detail` names what is wrong:

"""


class Row(NamedTuple):
    """One way in which a code is raised."""

    place: str
    """The path of the source file."""
    code: str
    status: int
    sentences: tuple[str, ...]


Names = dict[str, list[ast.expr | ast.FunctionDef]]
"""What names stand for; a name that was set several times has all its values."""


class Source(NamedTuple):
    """A source file: what its names stand for, and which names come from where."""

    place: str
    tree: ast.Module
    names: Names
    imports: dict[str, str]


@cache
def source_of(place: str) -> Source:
    """Read a source file."""
    return source_in(place, (ROOT / place).read_text())


def source_in(place: str, text: str) -> Source:
    """Read the text of a source file."""
    tree = ast.parse(text)
    imports = {
        alias.asname or alias.name: node.module.replace(".", "/") + ".py"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    return Source(place, tree, _assigned(tree.body), imports)


def _assigned(nodes: Iterable[ast.AST]) -> Names:
    """Return what names stand for after these statements."""
    found: Names = {}
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
    return found


def _set_before(function: ast.FunctionDef, call: ast.Call) -> Names:
    """Return what was set in a function before a call, and after the end of another way through the function."""
    nodes = [node for node in ast.walk(function) if isinstance(node, ast.stmt | ast.NamedExpr)]
    before = [node for node in nodes if (node.end_lineno or 0) < call.lineno]
    ends = [node.end_lineno or 0 for node in before if isinstance(node, ast.Raise | ast.Return)]
    return _assigned(node for node in before if node.lineno > max(ends, default=0))


def rows_in(source: Source) -> Iterator[Row]:
    """Yield the codes that a file raises, each with its status and its sentences."""
    yield from _rows(source, source.tree, "", None)


def _rows(source: Source, node: ast.AST, owner: str, function: ast.FunctionDef | None) -> Iterator[Row]:
    if isinstance(node, ast.ClassDef):
        owner = node.name
    elif isinstance(node, ast.FunctionDef):
        function = node
    elif isinstance(node, ast.Call):
        yield from _row(source, node, owner, _set_before(function, node) if function else {})
    for child in ast.iter_child_nodes(node):
        yield from _rows(source, child, owner, function)


def _row(source: Source, call: ast.Call, owner: str, local: Names) -> Iterator[Row]:
    name, given = _name(call.func), list(call.args)
    status = STATUS.get(owner if ast.unparse(call.func) == "super().__init__" else name)
    if name == "Refusal" and isinstance(given[0], ast.Constant):
        status = ast.literal_eval(given.pop(0))
    if status is None or len(given) < 2:
        return
    code, words = reversed(given[:2]) if {name, owner} & SENTENCE_FIRST else given[:2]
    if isinstance(code, ast.Constant):
        yield Row(source.place, str(code.value), status, tuple(dict.fromkeys(_sentences(source, words, local))))
    elif not PASSED_ON.fullmatch(ast.unparse(code)):
        raise TypeError(f"Write out the code of `{ast.unparse(call)}` in {source.place}.")


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _sentences(source: Source, node: ast.AST, local: Names) -> Iterator[str]:
    """Yield the sentences that an expression may be, also where its names are defined elsewhere."""
    if isinstance(node, ast.Name):
        yield from _of_name(source, node.id, local)
    elif isinstance(node, ast.Call):
        texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if _name(node.func) in WORDED and texts:
            yield texts[-1]
        else:
            # What is filled in is handed over by keyword.
            for part in (node.func, *node.args):
                yield from _sentences(source, part, local)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _sentences(source, child, local)


def _of_name(source: Source, name: str, local: Names) -> Iterator[str]:
    """Yield the sentences of a variable, or of a constant or function of this file or the one that it comes from."""
    if name in local:
        rest = {other: values for other, values in local.items() if other != name}
        for value in local[name]:
            # What another function found may be any of many sentences.
            if not isinstance(value, ast.Call) or _is_worded(value):
                yield from _sentences(source, value, rest)
        return
    elsewhere = source.imports.get(name)
    if elsewhere and (ROOT / elsewhere).is_file():
        source = source_of(elsewhere)
    for node in source.names.get(name, []):
        if isinstance(node, ast.FunctionDef):
            for end in ast.walk(node):
                if isinstance(end, ast.Return) and end.value:
                    yield from _sentences(source, end.value, _assigned(ast.walk(node)))
        else:
            yield from _sentences(source, node, {})


def _is_worded(call: ast.Call) -> bool:
    return any(isinstance(node, ast.Call) and _name(node.func) in WORDED for node in ast.walk(call))


@cache
def rows() -> tuple[Row, ...]:
    """Return every code that the API may reply with, in the order of the files."""
    found = [Row("api/problems.py", code, status, (str(words),)) for status, (code, words) in SENTENCES.items()]
    found.append(Row("api/problems.py", RENAMED["not_authenticated"], 401, (str(MISSING),)))
    for place in _places():
        found.extend(rows_in(source_of(place)))
    return tuple(found)


def _places() -> list[str]:
    folders = sorted({folder for folders in SECTIONS.values() for folder in folders} | {"games"})
    files = {file.relative_to(ROOT) for folder in folders for file in (ROOT / folder).rglob("*.py")}
    return sorted(str(file) for file in files if NOT_OF_THE_API.isdisjoint(file.parts))


def checks() -> list[str]:
    """Return the names of the checks that a record can fail."""
    found: set[str] = set()
    waiting, seen = [("games/verify.py", "checks_of")], {("", "")}
    while waiting:
        if (here := waiting.pop()) in seen:
            continue
        seen.add(here)
        source = source_of(here[0])
        for node in (one for function in source.names.get(here[1], []) for one in ast.walk(function)):
            if isinstance(node, ast.Name):
                elsewhere = source.imports.get(node.id, source.place)
                waiting += [(elsewhere, node.id)] if (ROOT / elsewhere).is_file() else []
            elif isinstance(node, ast.Call) and _name(node.func) == "Check" and ast.unparse(node.args[1]) != "True":
                found.add(ast.literal_eval(node.args[0]))
    return sorted(found)


def page() -> str:
    """Return the page of the documentation."""
    tables = "".join(_table(title, found) for title, found in _by_section().items())
    return PAGE + tables + OF_RECORDS + "".join(f"- `file_{name}`\n" for name in checks())


def _by_section() -> dict[str, list[Row]]:
    """Return the rows of each section. A game has one of its own."""
    titles = {folder: title for title, folders in SECTIONS.items() for folder in folders}
    for game in GAMES.values():
        rules = type(game).__module__.rpartition(".")[0].replace(".", "/")
        titles[rules] = f"Rules of {game.title}"
    found: dict[str, list[Row]] = {title: [] for title in titles.values()}
    for row in rows():
        # The longest folder that holds the file.
        found[titles[max((folder for folder in titles if row.place.startswith(f"{folder}/")), key=len)]].append(row)
    return found


def _table(title: str, found: list[Row]) -> str:
    lines = [f"\n## {title}\n\n", "| Code | Status | Sentence |\n", "| --- | --- | --- |\n"]
    for code, status in sorted({(row.code, row.status) for row in found}):
        sentences = dict.fromkeys(text for row in found if row.code == code for text in row.sentences)
        cell = "<br>".join(text.replace("|", "\\|").replace("\n", " ") for text in sentences)
        lines.append(f"| `{code}` | {status} | {cell} |\n")
    return "".join(lines)


def main() -> None:
    """Print the page."""
    print(page(), end="")  # noqa: T201 - this is a program


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    main()
