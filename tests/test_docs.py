"""What the documentation says of the project is so: settings, commands, links, examples."""

import ast
import doctest
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from games.rules.registry import GAMES
from tests.support.processes import ROOT

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
CODE_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
ROW_OF_NAME = re.compile(r"^\| `([A-Z_]+)` \|", re.MULTILINE)
COMMAND = re.compile(r"manage\.py ([a-z_]+)")
TARGET = re.compile(r"`make ([a-z-]+)|^make ([a-z-]+)", re.MULTILINE)
TARGET_MADE = re.compile(r"^([a-z-]+):", re.MULTILINE)


def pages() -> list[Path]:
    """All pages in Markdown."""
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def anchors(page: Path) -> set[str]:
    """The names that links to a page's headings use."""
    headings: list[str] = HEADING.findall(CODE_BLOCK.sub("", page.read_text()))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page: Path) -> list[str]:
    """The relative links of a page that lead nowhere."""
    targets = ["".join(groups) for groups in LINK.findall(CODE_BLOCK.sub("", page.read_text()))]
    return [target for target in targets if "://" not in target and not leads_somewhere(page, target)]


def leads_somewhere(page: Path, target: str) -> bool:
    path, _, anchor = target.partition("#")
    found = (page.parent / path).resolve() if path else page
    return found.exists() and found.is_relative_to(ROOT) and (not anchor or anchor in anchors(found))


def names_read() -> set[str]:
    """Every name of the environment that the settings read."""
    calls = list(ast.walk(ast.parse((ROOT / "piecepack_site/settings.py").read_text())))
    return {
        node.args[0].value
        for node in calls
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "env"
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def test_the_operators_table_has_every_name_that_the_settings_read():
    rows = ROW_OF_NAME.findall((ROOT / "docs/operators.md").read_text())
    assert len(names_read()) > 20
    assert sorted(rows) == sorted(names_read())


def test_the_settings_read_the_environment_in_one_way_only():
    """The test above sees calls of `env` alone."""
    settings = (ROOT / "piecepack_site/settings.py").read_text()
    assert re.findall(r"environ\[|getenv|environ\.get", settings) == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_relative_links_lead_somewhere(page: Path):
    assert broken_links(page) == []


def test_broken_links_are_found(tmp_path: Path):
    page = ROOT / "docs/players.md"
    assert not leads_somewhere(page, "nowhere.md")
    assert not leads_somewhere(page, "operators.md#no-such-heading")
    assert leads_somewhere(page, "operators.md#keys")
    assert LINK.findall("[a](b.md) ![c](d.png)") == [("b.md", ""), ("", "d.png")]


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
