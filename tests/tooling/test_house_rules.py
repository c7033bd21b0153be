"""Rules of the house that no other tool checks."""

import ast
import re
from pathlib import Path

import pytest

from tests.support.processes import ROOT

PARTS = (
    "accounts",
    "api",
    "bench",
    "deploy",
    "docs",
    "examples",
    "games",
    "ladders",
    "moderation",
    "notifications",
    "operations",
    "piecepack_site",
    "rights",
    "static",
    "templates",
    "tests",
)
NOT_OURS = {"__pycache__", ".work"}
WRITTEN = {".css", ".html", ".in", ".js", ".md", ".py", ".svg", ".toml", ".txt", ".yaml", ".yml"}
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
MAX_LINES_OF_FILE = 400
MAX_LINES_OF_FUNCTION = 40
# The parts are put together so that this file does not find itself.
INDEX_HOSTS = re.compile("py" + r"pi\.org|python" + r"hosted\.org|npm" + r"js\.(org|com)", re.IGNORECASE)
CONFLICT = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)
INLINE = re.compile(r"<style|\s(style|on[a-z]+)\s*=\s*[\"'{]|href=[\"']javascript:", re.IGNORECASE)
SPECIAL_CASE = re.compile(r"""\bslug\s*[!=]=\s*["']|["']\s*[!=]=\s*[\w.]*\bslug\b""")
SCRIPT_WITHOUT_SOURCE = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>", re.IGNORECASE)


def files(*suffixes: str) -> list[str]:
    found = [path for path in ROOT.iterdir() if path.is_file()]
    found += [path for part in PARTS for path in (ROOT / part).rglob("*") if path.is_file()]
    kept = [path for path in found if path.suffix in suffixes and not NOT_OURS & set(path.parts)]
    return sorted(str(path.relative_to(ROOT)) for path in kept)


def read(name: str) -> str:
    return (ROOT / name).read_text()


def matching(pattern: "re.Pattern[str]", names: list[str]) -> dict[str, str]:
    """Return what the pattern finds first, by the file that has it."""
    found = {name: pattern.search(read(name)) for name in names}
    return {name: match[0] for name, match in found.items() if match}


def lengths_of_functions(name: str) -> dict[str, int]:
    functions = (node for node in ast.walk(ast.parse(read(name))) if isinstance(node, FUNCTION))
    return {f"{name}: {node.name}": (node.end_lineno or 0) - node.lineno + 1 for node in functions}


def test_no_conflict_is_left():
    assert matching(CONFLICT, files(*WRITTEN)) == {}


def test_no_package_index_is_named():
    assert matching(INDEX_HOSTS, files(*WRITTEN)) == {}


def test_a_file_has_one_idea():
    lengths = {name: len(read(name).splitlines()) for name in files(".py", ".js") if "/vendor/" not in name}
    assert {name: length for name, length in lengths.items() if length > MAX_LINES_OF_FILE} == {}


def test_a_function_fits_on_a_page():
    lengths = {name: length for file in files(".py") for name, length in lengths_of_functions(file).items()}
    assert {name: length for name, length in lengths.items() if length > MAX_LINES_OF_FUNCTION} == {}


def test_pages_have_nothing_inline_that_the_content_security_policy_refuses():
    # Mail programs know no style sheets.
    pages = [name for name in files(".html") if not {"mail", "email"} & set(Path(name).parts)]
    assert matching(INLINE, pages) == {}
    assert matching(SCRIPT_WITHOUT_SOURCE, pages) == {}


def test_no_game_is_a_special_case():
    assert matching(SPECIAL_CASE, [name for name in files(".py", ".html") if not name.startswith("tests/")]) == {}


@pytest.mark.parametrize(
    ("pattern", "bad"),
    [
        (CONFLICT, "<<<<<<< HEAD\n"),
        (INDEX_HOSTS, "https://" + "py" + "pi.org/simple"),
        (INLINE, '<p style="color: red">'),
        (INLINE, "<a onclick='go()'>"),
        (SCRIPT_WITHOUT_SOURCE, "<script nonce='x'>"),
        (SPECIAL_CASE, "{% if view.slug == 'bid' %}"),
    ],
)
def test_the_patterns_find_what_they_are_for(pattern: "re.Pattern[str]", bad: str):
    assert pattern.search(bad)


def test_each_part_is_looked_at():
    present = {path.name for path in ROOT.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert present <= set(PARTS)
    assert Path(__file__).relative_to(ROOT).as_posix() in files(".py")
