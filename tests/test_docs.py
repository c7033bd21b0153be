"""The documentation is true: settings, commands, links, examples."""

import ast
import doctest
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from engine import Game
from foundation.catalogues import languages
from games.registry import GAMES
from handbook.pages import PAGES
from handbook.sources import translation_of
from tests.support.processes import ROOT

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
CODE_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PACKAGES = (
    "accounts",
    "analysis",
    "api",
    "clubs",
    "friends",
    "games",
    "handbook",
    "ladders",
    "meeting",
    "moderation",
    "notifications",
    "operations",
    "piecepack_site",
    "rights",
)
ROW_OF_NAME = re.compile(r"^\| `([A-Z_]+)` \|", re.MULTILINE)
COMMAND = re.compile(r"manage\.py ([a-z_]+)")
TARGET = re.compile(r"`make ([a-z-]+)|^make ([a-z-]+)", re.MULTILINE)
TARGET_MADE = re.compile(r"^([a-z-]+):", re.MULTILINE)


def pages() -> list[Path]:
    """All pages in Markdown but translations, whose links are those of the English: see `test_help_pages`."""
    games = [*ROOT.glob("games/*/README.md"), *ROOT.glob("examples/*/README.md")]
    translations = {translation_of(page, language) for language in languages() for page in PAGES}
    return sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *games} - translations)


def anchors(page: Path) -> set[str]:
    """The names that links to a page's headings use."""
    headings: list[str] = HEADING.findall(CODE_BLOCK.sub("", page.read_text()))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


LONGEST_LINE = 120
"""The `max_line_length` of `.editorconfig`."""
METHOD_ROW = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)


def long_lines(page: Path) -> list[str]:
    """The lines of a page that are too long; tables and links cannot be broken."""
    lines = CODE_BLOCK.sub("", page.read_text()).splitlines()
    breakable = [line for line in lines if not line.lstrip().startswith("|") and len(line.split()) > 1]
    return [line for line in breakable if len(LINK.sub("", line)) > LONGEST_LINE]


def broken_links(page: Path) -> list[str]:
    """The relative links of a page that lead nowhere."""
    targets = ["".join(groups) for groups in LINK.findall(CODE_BLOCK.sub("", page.read_text()))]
    return [target for target in targets if "://" not in target and not leads_somewhere(page, target)]


def leads_somewhere(page: Path, target: str) -> bool:
    path, _, anchor = target.partition("#")
    found = (page.parent / path).resolve() if path else page
    return found.exists() and found.is_relative_to(ROOT) and (not anchor or anchor in anchors(found))


def settings_read() -> list[ast.Call]:
    """Every call by which the settings read the environment."""
    return [
        node
        for page in sorted((ROOT / "piecepack_site").glob("*.py"))
        for node in ast.walk(ast.parse(page.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "env"
        and isinstance(node.args[0], ast.Constant)
    ]


def name_of(call: ast.Call) -> str:
    return str(ast.literal_eval(call.args[0]))


def names_read() -> set[str]:
    """Every name of the environment that the settings read."""
    return {name_of(call) for call in settings_read()}


def words_of_default(call: ast.Call) -> str:
    """Return the table's text for a default given in the call itself, or "" for a computed one."""
    (default,) = [keyword.value for keyword in call.keywords if keyword.arg == "default"] or [ast.Constant(None)]
    value = default.value if isinstance(default, ast.Constant) else None
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if value is None else f"`{value!s}`" if value != "" else "none"


def test_the_operators_table_has_every_name_that_the_settings_read():
    rows = ROW_OF_NAME.findall((ROOT / "docs/operators.md").read_text())
    assert len(names_read()) > 20
    assert sorted(rows) == sorted(names_read())


def test_the_operators_table_has_the_defaults_of_the_settings():
    lines = (ROOT / "docs/operators.md").read_text().splitlines()
    rows = {line.split("`")[1]: line.split(" | ")[1] for line in lines if ROW_OF_NAME.match(line)}
    checked = {name_of(call): words for call in settings_read() if (words := words_of_default(call))}
    assert len(checked) > 15
    assert {name: rows[name] for name, words in checked.items() if not rows[name].startswith(words)} == {}


@pytest.mark.parametrize("package", [name for name in PACKAGES if (ROOT / name).exists()])
def test_the_environment_is_read_by_the_settings_alone(package: str):
    """The tests above see calls of `env` in the settings alone."""
    reading = re.compile(r"environ\.get|getenv|environ\[[^]]+\](?! = )|os\.environ\.items")
    files = [path for path in (ROOT / package).rglob("*.py") if reading.search(path.read_text())]
    assert [str(path.relative_to(ROOT)) for path in files] == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_relative_links_lead_somewhere(page: Path):
    assert broken_links(page) == []


def test_broken_links_are_found(tmp_path: Path):
    page = ROOT / "docs/players.md"
    assert not leads_somewhere(page, "nowhere.md")
    assert not leads_somewhere(page, "operators.md#no-such-heading")
    assert leads_somewhere(page, "operators.md#keys")
    assert LINK.findall("[a](b.md) ![c](d.png)") == [("b.md", ""), ("", "d.png")]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_lines_fit_the_width_of_the_editor(page: Path):
    assert long_lines(page) == []


def test_the_methods_for_authors_are_those_of_the_interface():
    section = (ROOT / "docs/new-game.md").read_text().split("| Method | Answers |")[1].split("\n\n")[0]
    names = METHOD_ROW.findall(section)
    assert len(names) > 10
    assert [name for name in names if not hasattr(Game, name)] == []


def test_every_page_can_be_reached_from_the_first():
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        links = ["".join(groups).partition("#")[0] for groups in LINK.findall(page.read_text())]
        found = {(page.parent / link).resolve() for link in links if link.endswith(".md") and "://" not in link}
        waiting += [link for link in found - reached if link.exists()]
    assert set(pages()) - reached == set()


def test_commands_that_are_named_exist():
    text = "".join(page.read_text() for page in pages())
    made = set(TARGET_MADE.findall((ROOT / "Makefile").read_text()))
    assert set(COMMAND.findall(text)) - set(get_commands()) == set()
    assert {"".join(groups) for groups in TARGET.findall(text)} - made == set()
    assert COMMAND.findall(text)
    assert TARGET.findall(text)


@pytest.mark.parametrize("name", ["docs/engine.md", "docs/bot-authors.md"])
def test_examples_do_what_they_show(name: str):
    tried = doctest.testfile(str(ROOT / name), module_relative=False)
    assert tried.attempted > 3
    assert tried.failed == 0


def test_authors_and_licences_of_all_games_are_named():
    text = (ROOT / "THIRD_PARTY.md").read_text()
    missing = [word for game in GAMES.values() for word in (game.title, game.authors, game.licence) if word not in text]
    assert missing == []
