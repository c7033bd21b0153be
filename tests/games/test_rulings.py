"""Each game's README says where its rulings are implemented."""

import re

import pytest

from tests.games.rulings import APPS, TITLE, citing, folder_of, numbers_of, rewritten
from tests.support.processes import ROOT

PLACE = re.compile(r"`([\w-]+(?:/[\w.-]*)+)`")
ROW = re.compile(r"^\| ([A-Z]\d+) \| (`.+`) \|$", re.MULTILINE)


@pytest.mark.parametrize("app", APPS)
def test_every_ruling_is_cited_where_it_is_implemented(app: str):
    assert [number for number in numbers_of(app) if not citing(app, number)] == []


@pytest.mark.parametrize("app", APPS)
def test_the_readme_names_each_ruling_with_the_files_that_cite_it(app: str):
    text = (folder_of(app) / "README.md").read_text()
    assert text == rewritten(app), "Write it again: python -m tests.games.rulings"
    rows = dict(ROW.findall(text))
    assert list(rows) == numbers_of(app)
    assert all((folder_of(app) / path).is_file() for row in rows.values() for path in re.findall(r"`([^`]+)`", row))


@pytest.mark.parametrize("app", APPS)
def test_the_readme_names_files_that_are_there(app: str):
    folder = folder_of(app)
    paths = PLACE.findall((folder / "README.md").read_text())
    assert len(paths) > 6
    assert [path for path in paths if not (folder / path).exists() and not (ROOT / path).exists()] == []


@pytest.mark.parametrize("app", APPS)
def test_the_readme_names_every_module_and_script(app: str):
    folder = folder_of(app)
    named = re.findall(r"`([\w./-]+)`", (folder / "README.md").read_text().partition(TITLE)[0])
    rooms = tuple(name for name in named if name.endswith("/"))
    found = [path.relative_to(folder).as_posix() for suffix in ("py", "js") for path in folder.rglob(f"*.{suffix}")]
    assert len(found) > 10
    left = {name for name in found if not name.startswith(rooms) and not name.endswith("__init__.py")}
    assert left - {*named, "rules/rulings.py"} == set()
