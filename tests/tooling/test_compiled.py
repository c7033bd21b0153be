"""Compiled rules play as their source does, and only as long as the source is the same."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from sysconfig import get_path

import pytest

from foundation.compiled import SUFFIX, VARIABLE, Finder, built_name, source_of
from tests.support.debian import install, program
from tests.support.processes import ROOT
from tests.tooling.compiled import NotCompiled, build, modules, remove_others, translate

ONE = "games.bid.rules.ranking"
WHERE = """
import importlib, sys
import foundation, games.registry, examples.goofspiel.rules
print(*[importlib.import_module(name).__file__ for name in sys.argv[1:]], sep="\\n")
"""

MEASURED = """
from bench.rules import figures
print(*[figure.figure for figure in figures(0.01)])
"""


def files_of(names: list[str], folder: Path | None) -> list[str]:
    """Return what a new process imports modules from, with the compiled ones in a folder."""
    return run(["-c", WHERE, *names], folder).split()


def run(arguments: list[str], folder: Path | None) -> str:
    env = os.environ | {VARIABLE: str(folder or "")}
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def figures(folder: Path | None) -> set[str]:
    """Return the names of the figures of rules, with the compiled ones in a folder."""
    return {*run(["-c", MEASURED], folder).split()}


@pytest.fixture(scope="module", autouse=True)
def compiler() -> None:
    """A C compiler and the headers of Python, installed if needed."""
    program("gcc", "build-essential")
    if not Path(get_path("include"), "Python.h").exists():
        install("python3-dev")


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compiled")
    assert build(folder, [ONE]) == 1
    return folder


@pytest.mark.long("a C compiler at work")
def test_a_compiled_module_is_imported_in_place_of_its_source(one: Path):
    assert files_of([ONE, "games.bid.rules.auction"], one) == [
        str(one / built_name(ONE)),
        str(source_of("games.bid.rules.auction")),
    ]
    assert files_of([ONE], None) == [str(source_of(ONE))]


def test_a_site_without_compiled_rules_starts(tmp_path: Path):
    assert files_of([ONE], tmp_path / "missing") == [str(source_of(ONE))]


def test_speed_is_measured_compiled_and_from_source_where_both_are_there(one: Path):
    assert figures(one) == {"rules.bid.compiled_decisions_per_s", *figures(None)}
    assert not any("compiled" in name for name in figures(None))


def test_a_module_that_has_changed_since_is_imported_from_its_source(one: Path, tmp_path: Path):
    (tmp_path / f"{ONE}-{'0' * 16}{SUFFIX}").write_bytes((one / built_name(ONE)).read_bytes())
    assert Finder(one).find_spec(ONE, None)
    assert Finder(tmp_path).find_spec(ONE, None) is None
    assert files_of([ONE], tmp_path) == [str(source_of(ONE))]


def test_only_what_has_changed_is_compiled_again(one: Path, tmp_path: Path):
    assert build(one, [ONE]) == 0
    for name in (built_name(ONE), f"{ONE}-{'0' * 16}{SUFFIX}"):
        (tmp_path / name).touch()
    remove_others(tmp_path, [ONE])
    assert [file.name for file in tmp_path.iterdir()] == [built_name(ONE)]


@pytest.mark.timeout(600)
@pytest.mark.exhaustive("all other modules translated, which takes a minute; `make test` compiles one")
def test_every_other_module_can_be_translated(tmp_path: Path):
    others = [name for name in modules() if name not in compiled_below()]
    with ThreadPoolExecutor(2) as pool:
        faults = dict(pool.map(lambda name: (name, fault_of(name, tmp_path / f"{name}.c")), others))
    assert {name: fault for name, fault in faults.items() if fault} == {}


def compiled_below() -> list[str]:
    """Return the modules that a test below compiles, so that they are not translated twice."""
    return [name for name in modules() if name.startswith(("engine.", "games.bid."))]


def fault_of(name: str, code: Path) -> str:
    """Return why a module cannot be translated, or ""."""
    try:
        translate(name, code)
    except NotCompiled as error:
        return str(error)
    return ""


def test_what_cannot_be_compiled_is_named_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    source = tmp_path / "broken.py"
    source.write_text("def half(\n")
    monkeypatch.setattr("tests.tooling.compiled.source_of", lambda name: source)
    assert re.match(rf"{source}:\d+:\d+: \w+", fault_of("broken", tmp_path / "broken.c"))


@pytest.mark.timeout(600)
@pytest.mark.exhaustive("a whole game compiled; `make test` compiles one module, and `make compiled` tries all games")
def test_a_game_plays_alike_when_it_is_compiled(tmp_path: Path):
    names = compiled_below()
    # Cython's translation is tried here; the C compiler optimises in the tests above and in `make compiled`.
    assert build(tmp_path, names, effort="-O0") == len(names)
    assert files_of(names, tmp_path) == [str(tmp_path / built_name(name)) for name in names]
    played = ("tests/engine/test_goldens.py", "tests/engine/test_conformance.py", "tests/engine/test_search.py")
    run(["-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", "-k", "bid", *played], tmp_path)
