"""Rules of the house that no other tool checks."""

import ast
import re
from pathlib import Path

import pytest

from tests.support.processes import ROOT

FOLDERS = (
    "accounts",
    "analysis",
    "api",
    "bench",
    "clubs",
    "deploy",
    "docs",
    "engine",
    "examples",
    "foundation",
    "friends",
    "games",
    "handbook",
    "ladders",
    "matches",
    "meeting",
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
THIS = "tests/tooling/test_house_rules.py"
PARTICIPLE = re.compile(r"_?[a-z]+(ed|told|sent|made|held|done)")
QUESTION = re.compile(r"_?(is|are|has|have|may|can|must|should|was)_\w+")
CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]+")
WRITES = {"save", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}
WRITES_MORE = WRITES | {"update", "delete", "add"}
"""What dicts and sets can do too: no question needs it."""
IN_VIEW = re.compile(r"(^|/)views?(/|\.py$)|/(api|web|templatetags)/")
ROW_WRITTEN = re.compile(rf"\.objects\b.*\.({'|'.join(sorted(WRITES_MORE))})\(|^ *(form|\w+)\.save\(\)", re.MULTILINE)
MAX_LINES_OF_FILE = 400
MAX_LINES_OF_FUNCTION = 60
MAX_LETTERS_OF_TEMPLATE_LINE = 160
# The parts are put together so that this file does not find itself.
INDEX_HOSTS = re.compile("py" + r"pi\.org|python" + r"hosted\.org|npm" + r"js\.(org|com)", re.IGNORECASE)
CONFLICT = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)
INLINE = re.compile(r"<style|\s(style|on[a-z]+)\s*=\s*[\"'{]|href=[\"']javascript:", re.IGNORECASE)
ONE_SIDE = re.compile(
    r"\b(margin|padding|border)-(left|right)\b|^\s*(left|right):|(text-align|float): (left|right)", re.MULTILINE
)
SPECIAL_CASE = re.compile(r"""\bslug\s*[!=]=\s*["']|["']\s*[!=]=\s*[\w.]*\bslug\b""")
# What is true or false says when it is true. The brackets hide it from this test.
VAGUE = re.compile(r"\"[W]hether |\"{3}[R]eturn True (if|while) |[Rr][e]turn whether ")
# A fork of a process with threads may hang; `foundation/processes.py` says why.
FORK = re.compile(r"ProcessPoolExecutor\((?![^)]*mp_context)|[\"']f[o]rk[\"']")
FIXED_WAIT = re.compile(r"wait_for_timeout\(|\bsleep\(|network[i]dle")
SCRIPT_WITHOUT_SOURCE = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>", re.IGNORECASE)
# Words that the glossary replaced, and English that nobody writes today. The brackets hide them from this test.
REPLACED = {
    "conditional move": r"w[i]sh(es)?|plan(book|forms)|log_in_to_[p]lan|panel-[p]lan|[?]pl[a]n=",
    "queue": r"hints[_]for",
    "export section": r"parts[_]of\(user|table_as[_]seen",
    "summaries": r"br[i]efs?",
    "activity": r"happ[e]nings?",
    "time control, table settings": r"man[n]ers",
    "timeouts, undelivered notices": r"unt[o]ld|matches[./][m]isses",
    "effective_actions": r"carried[_]out",
    "Response, Request, error fields": r"\w*(?-i:[a-z](Sh[a]pe|B[o]dy))(?=[(:])|bl[a]med",
    "reject_nul, spec_of": r"reject_[n]ulls|sort[_]of",
    "person made by a test": r"person[_]create",
    # An old name would be false for everyone, and show readers by mail what is not theirs.
    "by_mail": r"((if|not) |request[.])act[i]ng",
}
"""By the word to use. Some are only sought as names, as their plain English is in use."""
STAYS = {
    "points": "the score of a game; rulings are never called so",
    "order": "of seats, bids and rows",
    "plan": "a tournament's, a bot's, a simulation's; for readers the tab of conditional moves",
    "hints": "what the AI player sharp would answer: see the glossary",
    "beside, said, talk": "plain English",
    "clock": "what runs down in a time control, and its name on pages",
    "terms": "of a licence, an operator or the field",
    "missed": "a turn without an answer, as reliability counts it",
    "parts, nulls": "of a page or a rule; the tiles of no value",
    "Shape": "the size of a sample in benchmarks",
    "program": "anything that talks to the API; one that plays is a bot account",
    "table": "where people meet for a match",
}
"""Words of the same table that stay, each with what they mean now."""
DATED = r"who[e]ver|a[n]ew|tells? [w]hether|order of its [c]oming|sh[a]ll|in v[a]in|ste[a]d|of nobod[y]"
RETIRED = re.compile(rf"(?<![a-z])({'|'.join([*REPLACED.values(), DATED])})(?![a-z])", re.IGNORECASE)
# Licences.
WRITTEN_BY_OTHERS = {
    "accounts/values/confusables-LICENSE.txt",
    "static/fonts/fraunces-OFL.txt",
    "static/fonts/source-sans-3-OFL.txt",
}
# Ruff finds these in Python: SQL, shell and marks of safety (rules S6xx and S308).
UNESCAPED = re.compile(r"\|\s*safe(seq)?\b|autoescape\s+off")
TEXT_AS_PAGE = re.compile(r"\b(inner|outer)HTML\s*\+?=|insertAdjacentHTML|document\.write|\beval\(|new Function\(")
# The help of a form's field is written by the site's programmers.
UNESCAPED_ON_PURPOSE = {"templates/django/forms/field.html": "|safe"}


def files(*suffixes: str) -> list[str]:
    found = [path for path in ROOT.iterdir() if path.is_file()]
    found += [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
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


def writers_without_a_verb(text: str) -> list[str]:
    """The functions of a module that write and are named as a question, or by a participle alone."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, FUNCTION)]
    names = {node.name: called_in(node) for node in functions}
    return [
        name
        for name, calls in names.items()
        if (PARTICIPLE.fullmatch(name) and calls & WRITES) or (QUESTION.fullmatch(name) and calls & WRITES_MORE)
    ]


def called_in(function: ast.AST) -> set[str]:
    return {
        node.func.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }


def raised_again(text: str) -> list[str]:
    """The exceptions that a module makes once and raises often, its own or others': each keeps every frame."""
    raised = [node.exc for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Raise)]
    names = [one.id if isinstance(one, ast.Name) else getattr(one, "attr", "") for one in raised]
    return [name for name in names if CONSTANT.fullmatch(name)]


def test_no_conflict_is_left():
    assert matching(CONFLICT, files(*WRITTEN)) == {}


def test_no_package_index_is_named():
    assert matching(INDEX_HOSTS, files(*WRITTEN)) == {}


def test_a_file_has_one_idea():
    lengths = {
        name: len(read(name).splitlines())
        for name in files(".css", ".js", ".py")
        if not {"vendor", "migrations"} & set(Path(name).parts)
    }
    assert {name: length for name, length in lengths.items() if length > MAX_LINES_OF_FILE} == {}


def test_a_function_fits_on_a_page():
    lengths = {name: length for file in files(".py") for name, length in lengths_of_functions(file).items()}
    assert {name: length for name, length in lengths.items() if length > MAX_LINES_OF_FUNCTION} == {}


def test_a_line_of_a_template_fits_on_a_screen():
    templates = [name for name in files(".html", ".svg", ".txt") if "templates" in Path(name).parts]
    longest = {name: max(map(len, read(name).splitlines()), default=0) for name in templates}
    assert {name: length for name, length in longest.items() if length > MAX_LETTERS_OF_TEMPLATE_LINE} == {}


def test_styles_are_mirrored_for_languages_read_from_right_to_left():
    assert matching(ONE_SIDE, files(".css")) == {}


def test_pages_have_nothing_inline_that_the_content_security_policy_refuses():
    # Mail programs know no style sheets.
    pages = [name for name in files(".html") if not {"mail", "email"} & set(Path(name).parts)]
    assert matching(INLINE, pages) == {}
    assert matching(SCRIPT_WITHOUT_SOURCE, pages) == {}


def test_nothing_that_people_write_becomes_part_of_a_page():
    # Mails of plain text need no escaping.
    assert matching(UNESCAPED, files(".html", ".svg")) == UNESCAPED_ON_PURPOSE
    scripts = [name for name in files(".js") if "vendor" not in Path(name).parts]
    assert len(scripts) > 10
    assert matching(TEXT_AS_PAGE, scripts) == {}


def test_no_browser_waits_a_fixed_time():
    with_browsers = [name for name in files(".py") if name.startswith("tests/") and "playwright" in read(name)]
    assert len(with_browsers) > 10
    assert matching(FIXED_WAIT, [name for name in with_browsers if name != THIS]) == {}


def test_a_function_that_writes_is_an_imperative():
    names = [name for name in files(".py") if not name.startswith(("tests/", "bench/"))]
    found = {name: writers_without_a_verb(read(name)) for name in names}
    assert {name: functions for name, functions in found.items() if functions} == {}
    assert writers_without_a_verb("def _added(row):\n    row.save()") == ["_added"]
    assert writers_without_a_verb("def has_place():\n    return cache.add(1, 2)") == ["has_place"]


def test_no_process_is_forked():
    assert matching(FORK, files(".py")) == {}


def test_views_write_nothing_themselves():
    views = [name for name in files(".py") if IN_VIEW.search(name) and not name.startswith(("tests/", "bench/"))]
    assert {"moderation/views/answers.py", "meeting/views.py", "matches/api/turns.py"} <= {*views}
    assert matching(ROW_WRITTEN, views) == {}


def test_no_exception_is_made_once_and_raised_often():
    assert {name: found for name in files(".py") if (found := raised_again(read(name)))} == {}
    assert raised_again("raise GONE\nraise tokens.GONE from error\nraise Gone\nraise") == ["GONE", "GONE"]


def test_words_are_of_today():
    assert matching(RETIRED, [name for name in files(*WRITTEN) if name not in WRITTEN_BY_OTHERS]) == {}


def test_what_is_true_or_false_says_when_it_is_true():
    assert matching(VAGUE, files(".py")) == {}


def test_a_word_that_stays_is_not_sought():
    words = [word for line in STAYS for word in line.split(", ")]
    assert len(words) == 15
    assert [word for word in words if RETIRED.search(word)] == []


def test_no_game_is_a_special_case():
    assert matching(SPECIAL_CASE, [name for name in files(".py", ".html") if not name.startswith("tests/")]) == {}


@pytest.mark.parametrize(
    ("pattern", "bad"),
    [
        (CONFLICT, "<<<<<<< HEAD\n"),
        (INDEX_HOSTS, "https://" + "py" + "pi.org/simple"),
        (INLINE, '<p style="color: red">'),
        (INLINE, "<a onclick='go()'>"),
        (ONE_SIDE, "  margin-left: auto;"),
        (ONE_SIDE, "  right: 0;"),
        (ONE_SIDE, "  text-align: left;"),
        (SCRIPT_WITHOUT_SOURCE, "<script nonce='x'>"),
        (UNESCAPED, "{{ words | safe }}"),
        (UNESCAPED, "{% autoescape off %}"),
        (TEXT_AS_PAGE, "box.innerHTML = words"),
        (RETIRED, "For who" + "ever asks."),
        (RETIRED, "It sh" + "all wait."),
        (RETIRED, "{% if not act" + "ing %}"),
        (RETIRED, "class SeatSh" + "ape(Response):"),
        (RETIRED, "from matches.mis" + "ses import excuse"),
        (RETIRED, "def test_it_is_dealt_a" + "new():"),
        (ROW_WRITTEN, "SavedAnswer.objects.filter(pk=number).delete()"),
        (ROW_WRITTEN, "    form.save()"),
        (ROW_WRITTEN, "    note.save()"),
        (VAGUE, '"""Whe' + 'ther it is over."""'),
        (VAGUE, '"""Ret' + 'urn True if it is over."""'),
        (VAGUE, '"""Ret' + 'urn True while it runs."""'),
        (VAGUE, '"""End it, and ret' + 'urn whether it ran."""'),
        (FORK, "with Process" + "PoolExecutor(workers) as pool:"),
        (FORK, "get_context('fo" + "rk')"),
        (FIXED_WAIT, "page.wait_for_timeout(500)"),
        (FIXED_WAIT, "time.sleep(1)"),
        (FIXED_WAIT, 'page.wait_for_load_state("network' + 'idle")'),
        (SPECIAL_CASE, "{% if view.slug == 'bid' %}"),
    ],
)
def test_the_patterns_find_what_they_are_for(pattern: "re.Pattern[str]", bad: str):
    assert pattern.search(bad)


def test_each_part_is_looked_at():
    present = {path.name for path in ROOT.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert present <= set(FOLDERS)
    assert Path(__file__).relative_to(ROOT).as_posix() in files(".py")
